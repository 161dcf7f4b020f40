from fewest import Belief, _core
from fewest.search import Prover
from fewest.search.prover import IMPOSSIBLE
from fewest.search.workers import OpenerJob, Threads
from tests import samples


def test_closed_threads_end_what_is_under_way() -> None:
    prover = Prover(Belief.start(samples.edition("original")))
    threads = Threads(prover, prover.belief, 2)
    future = threads.value([OpenerJob(guess, IMPOSSIBLE) for guess in prover.belief.game.guesses])
    threads.close()
    assert future.cancelled() or isinstance(future.exception(60), _core.Stopped)
    assert prover.cost_of_guess("aback", prover.belief, 1) >= 1
