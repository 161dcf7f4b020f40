"""Build the page without a server: build/page/fewest.html, and build/page/site for static hosting.

python tools/build_page.py [FOLDER]

This is the page of `fewest serve` in a single file, with its scripts and styles, the engine, the words and the core.
Its content security policy forbids requests to any address.
"""

import base64
import gzip
import hashlib
import html
import json
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import build_wasm

from fewest import __version__
from fewest.web.api import page_facts
from fewest.web.engine_data import engine_data
from fewest.web.server import ENGINE, STATIC, TABS, page_html, service_worker

ROOT = Path(__file__).parents[1]
MAX_BYTES = 2_000_000
"""The largest size of the page."""

GAME = "wordle"
"""The game that the engine plays."""

ESBUILD = ROOT / "node_modules" / "esbuild" / "bin" / "esbuild"

ICONS = "icon.svg", "icon-192.png", "icon-512.png"
MANIFEST, WORKER = "manifest.webmanifest", "worker.js"

POLICY = (
    "default-src 'none'; script-src 'wasm-unsafe-eval' {scripts}; style-src {styles}; worker-src blob:; img-src data:; "
    "base-uri 'none'; form-action 'none'"
)
HOSTED_POLICY = POLICY.replace("blob:", "blob: 'self'").replace("data:", "data: 'self'") + "; manifest-src 'self'"

WORDFREQ = "https://github.com/rspeer/wordfreq"
LICENCE = "https://creativecommons.org/licenses/by-sa/4.0/"
FOOT = (
    f"<p>fewest {__version__}. Works without the internet. What you enter stays in this browser.</p>"
    f'<p>The words are ordered by their frequency in <a href="{WORDFREQ}" rel="noreferrer">wordfreq</a> by Robyn '
    f'Speer; that order is available under <a href="{LICENCE}" rel="noreferrer">CC BY-SA 4.0</a>.</p>'
)


def bundle(*options: str, text: str = "") -> str:
    """Bundle a file or a text with esbuild."""
    node = Path(sys.executable).with_name("node")
    command = [str(node), str(ESBUILD), "--bundle", "--minify", "--charset=utf8", "--target=es2022", *options]
    try:
        return subprocess.run(command, input=text, capture_output=True, text=True, check=True, encoding="utf-8").stdout
    except FileNotFoundError:
        raise SystemExit("node is missing. Install it, and esbuild, with: make node_modules/.installed") from None
    except subprocess.CalledProcessError as error:
        raise SystemExit(error.stderr) from None


def packed(data: bytes) -> str:
    """Compress and encode bytes for the page."""
    return base64.b64encode(gzip.compress(data, mtime=0)).decode()


def hash_of(text: str) -> str:
    """The hash of an inline script or style for the content security policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@cache
def parts() -> dict[str, str]:
    """The scripts, the styles, and the compressed engine, data and core."""
    styles = re.findall(r'<link rel="stylesheet" href="/static/(.*?)" />', (STATIC / "index.html").read_text("utf-8"))
    css = "\n".join((STATIC / name).read_text("utf-8") for name in styles)
    return {
        "style": bundle("--loader=css", text=css).strip(),
        "theme": bundle(str(STATIC / "theme.js"), "--format=iife").strip(),
        "app": bundle(str(STATIC / "app.js"), "--format=iife").strip(),
        "code": packed(bundle(str(STATIC / ENGINE / "thread.js"), "--format=iife").encode()),
        "data": packed(json.dumps(engine_data(), separators=(",", ":")).encode()),
        "core": packed(build_wasm.build().read_bytes()),
    }


def facts() -> dict[str, Any]:
    """The embedded facts, limited to the game that the engine plays."""
    told = page_facts()
    return {**told, "games": [game for game in told["games"] if game["game"] == GAME]}


def licences() -> str:
    """The licences of fewest and of the libraries in the page."""
    paths = [ROOT / "LICENSE", *sorted((STATIC / "vendor").glob("*/LICENSE"))]
    return "\n\n".join(path.read_text("utf-8") for path in paths)


def page(*, hosted: bool) -> str:
    """The page, for use as a file or hosted, where a browser can install it."""
    made = parts()
    text = re.sub(
        r' *<link rel="(modulepreload|stylesheet|icon|apple-touch-icon|manifest)".*?>\n', "", page_html(facts())
    )
    icon = base64.b64encode((STATIC / ICONS[0]).read_bytes()).decode()
    links = [f'<link rel="icon" href="data:image/svg+xml;base64,{icon}" type="image/svg+xml" />']
    if hosted:
        links += [f'<link rel="apple-touch-icon" href="{ICONS[1]}" />', f'<link rel="manifest" href="{MANIFEST}" />']
    policy = (HOSTED_POLICY if hosted else POLICY).format(
        scripts=" ".join(hash_of(made[name]) for name in ("theme", "app")), styles=hash_of(made["style"])
    )
    head = [f'<meta http-equiv="Content-Security-Policy" content="{policy}" />', *links]
    scripts = [
        f'<script type="text/plain" id="engine-{name}">{made[name]}</script>' for name in ("code", "data", "core")
    ]
    scripts += [
        f"<script>{made['app']}</script>",
        f'<script type="text/plain" id="licences">{html.escape(licences())}</script>',
    ]
    theme = f"<style>{made['style']}</style>\n    <script>{made['theme']}</script>"
    text = re.sub(r"(?s)(<footer.*?>).*(?=</footer>)", rf"\1{FOOT}", text)
    changes = {
        'data-worker="/worker.js"': 'data-engine="embedded"' + (f' data-worker="{WORKER}"' if hosted else ""),
        '<meta charset="utf-8" />': "\n    ".join(['<meta charset="utf-8" />', *head]),
        '<script src="/static/theme.js"></script>': theme,
        '    <script type="module" src="/static/app.js"></script>\n': "",
        "  </body>": "\n".join([*scripts, "  </body>"]),
    }
    for before, after in changes.items():
        if text.count(before) != 1:
            raise SystemExit(f"index.html must contain this exactly once: {before}")
        text = text.replace(before, after)
    for tab in TABS:
        text = text.replace(f'href="/{tab}"', f'href="#/{tab}"')
    if left := re.findall(r'(?:href|src)="/.*?"', text):
        raise SystemExit(f"The page must not link to or load {', '.join(left)}.")
    return text


def build_site(folder: Path) -> None:
    """Write the files for static hosting."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "index.html").write_text(page(hosted=True), encoding="utf-8")
    for name in ICONS:
        shutil.copy(STATIC / name, folder)
    manifest = (STATIC / MANIFEST).read_text("utf-8")
    for tab in TABS:
        manifest = manifest.replace(f'"/{tab}"', f'"./#/{tab}"')
    manifest = (
        manifest.replace('"./#/assistant"', '"./"').replace('"/static/', '"').replace('"scope": "/"', '"scope": "./"')
    )
    (folder / MANIFEST).write_text(manifest, encoding="utf-8")
    (folder / WORKER).write_text(service_worker(["./", MANIFEST, *ICONS]), encoding="utf-8")


def main(folder: Path = ROOT / "build" / "page") -> None:
    """Build the page and the site."""
    text = page(hosted=False)
    size = len(text.encode())
    if size > MAX_BYTES:
        raise SystemExit(f"The page has {size:,} bytes. The limit is {MAX_BYTES:,}.")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "fewest.html").write_text(text, encoding="utf-8")
    build_site(folder / "site")
    sizes = ", ".join(f"{name} {len(part):,}" for name, part in parts().items())
    print(f"{folder / 'fewest.html'}: {size:,} bytes ({sizes}); {len(gzip.compress(text.encode())):,} with gzip")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
