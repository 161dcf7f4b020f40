"""Builds the page that needs no server: fewest.html in build/page, and the folder site there for static hosting.

python tools/build_page.py [FOLDER]

The page is what `fewest serve` sends, with its scripts and styles in it, and with the engine, the words and the core
packed behind them. It asks nothing of any address: its policy forbids that.
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
"""How large the page may be."""

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
    f"<p>fewest {__version__}. Nothing is loaded from elsewhere; what you enter stays in this browser.</p>"
    f'<p>The words are ordered by their frequency in <a href="{WORDFREQ}" rel="noreferrer">wordfreq</a> by Robyn '
    f'Speer; that order is available under <a href="{LICENCE}" rel="noreferrer">CC BY-SA 4.0</a>.</p>'
)


def bundle(*options: str, text: str = "") -> str:
    """What esbuild makes of a file, or of a text."""
    node = Path(sys.executable).with_name("node")
    command = [str(node), str(ESBUILD), "--bundle", "--minify", "--charset=utf8", "--target=es2022", *options]
    try:
        return subprocess.run(command, input=text, capture_output=True, text=True, check=True, encoding="utf-8").stdout
    except FileNotFoundError:
        raise SystemExit("There is no node; make node_modules/.installed gets it, and esbuild.") from None
    except subprocess.CalledProcessError as error:
        raise SystemExit(error.stderr) from None


def packed(data: bytes) -> str:
    """Bytes as they stand in the page."""
    return base64.b64encode(gzip.compress(data, mtime=0)).decode()


def hash_of(text: str) -> str:
    """What the policy calls an inline script or style."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@cache
def parts() -> dict[str, str]:
    """The script, the styles, and what is packed."""
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
    """What the page is told, with the game that its engine plays."""
    told = page_facts()
    return {**told, "games": [game for game in told["games"] if game["game"] == GAME]}


def licences() -> str:
    """The licences of what the page is made of."""
    paths = [ROOT / "LICENSE", *sorted((STATIC / "vendor").glob("*/LICENSE"))]
    return "\n\n".join(path.read_text("utf-8") for path in paths)


def page(*, hosted: bool) -> str:
    """The page: as a file, or hosted, where a browser can install it."""
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
            raise SystemExit(f"index.html has not one {before}.")
        text = text.replace(before, after)
    for tab in TABS:
        text = text.replace(f'href="/{tab}"', f'href="#/{tab}"')
    if left := re.findall(r'(?:href|src)="/.*?"', text):
        raise SystemExit(f"The page would load or lead to {', '.join(left)}.")
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
        raise SystemExit(f"The page has {size:,} bytes; {MAX_BYTES:,} are allowed.")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "fewest.html").write_text(text, encoding="utf-8")
    build_site(folder / "site")
    sizes = ", ".join(f"{name} {len(part):,}" for name, part in parts().items())
    print(f"{folder / 'fewest.html'}: {size:,} bytes ({sizes}); {len(gzip.compress(text.encode())):,} with gzip")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
