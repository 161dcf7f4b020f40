from tests.cli.running import ORIGINAL, Call, CallJson


def test_words_that_fit_are_listed_one_per_line(call: Call) -> None:
    assert call("words", "crane=01200", "sloth=00000", *ORIGINAL) == (
        0,
        "award\ndiary\ndwarf\nguard\nquark\n",
        "",
    )


def test_likely_words_come_with_their_chances_and_all_on_request(call: Call, call_json: CallJson) -> None:
    clues = "crane=01200", "sloth=00000"
    data = call_json("words", *clues)
    likely, count, words = data["likely"], data["count"], data["words"]
    assert (len(data["chances"]), len(words)) == (likely, count)
    lines = call("words", *clues).out.splitlines()
    assert [line.split()[0] for line in lines[:-1]] == words[:likely]
    assert all(line.endswith("%") for line in lines[:-1])
    assert lines[-1] == f"{count - likely} more fit, but are unlikely (--list shows all)"
    assert call("words", *clues, "--list").out.split() == words


def test_editions_are_listed(call: Call, call_json: CallJson) -> None:
    expected = [("original", 12972, 2315), ("nyt-2022", 12974, 2309), ("nyt-2023", 14855, 3158)]
    editions = call_json("words", "--editions")
    assert [(row["label"], row["guesses"], row["answers"]) for row in editions] == expected
    lines = call("words", "--editions").out.splitlines()
    assert [line.split() for line in lines[1:]] == [[name, f"{a:,}", f"{b:,}"] for name, a, b in expected]
