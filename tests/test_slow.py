from pathlib import Path

LIST = Path(__file__).with_name("slow.txt")


def test_every_family_that_is_called_slow_is_there_and_named_once() -> None:
    lines = [line for line in LIST.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    names = [name for name, _ in map(str.split, lines)]
    assert names == sorted({*names})
    for name in names:
        path, _, test = name.partition("::")
        assert f"def {test}(" in (LIST.parents[1] / path).read_text(encoding="utf-8"), name
