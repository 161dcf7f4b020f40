from fewest.games import Numbers

LOWER, HIGHER, FOUND = range(3)


def test_the_reply_says_where_the_number_is() -> None:
    game = Numbers(12)
    assert game.secrets == game.guesses == tuple(map(str, range(1, 13)))
    assert (game.reply("10", "9"), game.reply("9", "10"), game.reply("9", "9")) == (LOWER, HIGHER, FOUND)
    for secret in range(1, 13):
        expected = [LOWER if secret < guess else HIGHER if secret > guess else FOUND for guess in range(1, 13)]
        assert game.table[secret - 1].tolist() == expected
