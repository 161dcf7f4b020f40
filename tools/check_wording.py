"""Find phrases that make readers stop.

Run `python tools/check_wording.py [PATH...]`. It reads every file of the repository, or those below the given paths.
CONTRIBUTING.md says how we write instead.
"""

import re
import subprocess
import sys
from pathlib import Path

HABITS = {
    r"(?<!there )\b(is|are|was|were) no (?!longer\b|more\b|one\b)": "say what it is, or write 'is not a'",
    r"(?<!there )\b(is|are|was|were) none\b": "say what there is instead",
    r"\bso many\b": "say how many, or of what",
    r"\bwho(so)?ever\b": "write 'anyone who', or address the reader",
    r"\b(one.?s|his|her) own\b": "write 'your own' or 'its own'",
    r"\bhardly\b": "write 'unlikely', 'rarely' or 'almost nothing'",
    r"\blikewise\b": "write 'also', or 'the same holds for'",
    r"\bbut for (?!the (first|last)\b)": "write 'except' or 'apart from'",
    r"\bnobody (needs|is left|can)\b": "say who or what does",
    r"\bas is known\b": "leave it out",
}
"""Phrases, and what to write instead."""

GAP = r"(?: +|[ \"'`]*\n[ \"'`f*/#]*)"
"""What may separate the words of a phrase: spaces, or a line break with the marks of a comment or a string."""

ALLOWED = {
    "CONTRIBUTING.md": "lists the phrases",
    "tools/check_wording.py": "lists the phrases",
}
"""Files that need such phrases, and why."""

TEXT = (
    *(".py", ".pyi", ".js", ".html", ".css", ".webmanifest", ".md", ".cpp", ".h", ".toml", ".yml", ".yaml", ".json"),
    *(".ipynb", ".txt", ".csv", "Makefile"),
)
SKIPPED = ("vendor/", "package-lock.json", "words/data/", ".openers", ".book.json", ".curve.json", "tests/published/")


def complaints(path: Path) -> list[str]:
    """Find such phrases in a file, each with its line. A phrase may go on in the next line of a comment or a string."""
    text = path.read_text(encoding="utf-8")
    if path.suffix in {".py", ".pyi", ".ipynb"}:
        text = re.sub(r"\bis None\b", "is_None", text)  # code
        text = re.sub(r"\bdef test_\w+", lambda name: name[0].replace("_", " "), text)  # names of tests are sentences
    found = list[tuple[int, str]]()
    for habit, advice in HABITS.items():
        for match in re.finditer(re.sub(r"(?<!there) ", lambda _: GAP, habit), text, re.IGNORECASE):
            phrase = " ".join(re.split(GAP, match[0].strip()))
            found.append((text.count("\n", 0, match.start()) + 1, f"'{phrase}': {advice}"))
    return [f"{path}:{number}: {complaint}" for number, complaint in sorted(found)]


def main() -> None:
    """Print the phrases, and exit with 1 if there are any."""
    tracked = subprocess.run(["git", "ls-files", *sys.argv[1:]], capture_output=True, text=True, check=True).stdout
    names = [name for name in tracked.splitlines() if name.endswith(TEXT) and name not in ALLOWED]
    found = [text for name in names if not any(part in name for part in SKIPPED) for text in complaints(Path(name))]
    print("\n".join(found), end="\n" if found else "")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
