from tests.cli.running import ORIGINAL, Call, CallJson


def test_words_that_fit_are_listed_a_line_each(call: Call) -> None:
    assert call("words", "crane=01200", "sloth=00000", *ORIGINAL) == (
        0,
        "award\ndiary\ndwarf\nguard\nquark\n",
        "",
    )


def test_editions_are_listed(call: Call, call_json: CallJson) -> None:
    expected = [("original", 12972, 2315), ("nyt-2022", 12974, 2309), ("nyt-2023", 14855, 3158)]
    editions = call_json("words", "--editions")
    assert [(row["label"], row["guesses"], row["answers"]) for row in editions] == expected
    lines = call("words", "--editions").out.splitlines()
    assert [line.split() for line in lines[1:]] == [[name, f"{a:,}", f"{b:,}"] for name, a, b in expected]
