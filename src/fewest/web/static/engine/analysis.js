// Analyses a game; mirrors src/fewest/questions/analyse.py, play/analysis.py and play/analysis_values.py.
/** @import { Analysis, AnalyseRequest, Feedback, Suggestion, Turn } from "fewest-api" */
/** @import { AdviceOptions } from "./advise.js" */
/** @import { StopToken } from "./core.js" */
/** @import { ParsedGame } from "./game_parser.js" */
/** @import { Setup } from "./setup.js" */
/** @import { Clue, Wordle } from "./wordle.js" */
import { advise, EXACT_SECONDS, isOverBudget, isWorthValuing, withBudget } from "./advise.js";
import { Belief } from "./belief.js";
import { FewestError } from "./errors.js";
import { readGame } from "./game_parser.js";
import { chancesToFinish } from "./guess_limit.js";
import { fsum, round, sum } from "./numbers.js";
import * as prose from "./prose.js";
import { cents, PERFECT } from "./prose.js";
import { Prover } from "./prover.js";
import { MAX_LISTED_SECRETS, share } from "./questions.js";
import { knownValue, knownValues } from "./shipped.js";
import { placeIn, score } from "./splits.js";

const COACH_MARGIN = 0.1; // a common word is named instead of the best guess if it needs at most this many guesses more
const MAX_LINE = 20; // the most guesses of a shown line of play
const TIE_TOLERANCE = 1e-6; // estimates this close count as equal

/**
 * Analyse a finished game: guesses up to the secret, clues such as crane=01200, or any text.
 * @param {Setup} setup
 * @param {AnalyseRequest} asked
 * @returns {Analysis}
 */
export function analyse(setup, { guesses = [], text = null, secret = null, seconds = EXACT_SECONDS }) {
  if (text !== null && guesses.length) throw new FewestError("Give either a text or guesses, not both.");
  const start = setup.start();
  const { game } = start;
  const told = readGame(game, text ?? guesses, secret);
  const broken = told.hard && !game.consistent ? brokenRule(game, told.clues) : "";
  const isHard = told.hard && !game.consistent && !broken;
  const found = analyseFrom(isHard ? new Belief({ ...start, hard: true }) : start, told, seconds);
  const named = found.turns.flatMap((turn) => [turn.guess, turn.best, ...turn.words_before]);
  return {
    ...found,
    title: `${setup.title}${found.hard ? ", hard mode" : ""}`,
    note: broken && `The star in the score means hard mode, but ${broken}. This analysis ignores hard mode.`,
    past: setup.came(named),
  };
}

/**
 * Say which guess of a game broke hard mode first, and how; empty if none did.
 * @param {Wordle} game
 * @param {Clue[]} clues
 */
function brokenRule(game, clues) {
  for (const [place, { guess }] of clues.entries()) {
    const lacks = game.missing(clues.slice(0, place), guess);
    if (lacks.length) return `guess ${place + 1}, ${guess}, broke it: ${lacks.join("; ")}`;
  }
  return "";
}

/**
 * Analyse a game that starts from a belief; `seconds` is the budget of exact search for each position.
 * @param {Belief} start
 * @param {ParsedGame} told
 * @param {number} seconds
 */
function analyseFrom(start, told, seconds) {
  const { game } = start;
  const beliefs = follow(start, told.clues);
  const margin = game.frequencyPlaces && COACH_MARGIN;
  const preference = { margin, knownWords: null, streak: false };
  const options = { maxGuesses: game.maxGuesses, count: 1, among: null, seconds, preference };
  const last = beliefs[beliefs.length - 1];
  const positions = beliefs.slice(0, -1).map((here, place) => new Position(here, told.clues[place], options));
  const end = last.won ? null : new Position(last, null, options);
  const only = last.size === 1 ? last.words[0] : null;
  const isOver = last.won || (told.secret === null && beliefs.length > game.maxGuesses);
  const secret = isOver ? only : told.secret;
  const lines = linesFrom(positions, beliefs, secret ?? only, options);
  const turns = positions.map((here, place) =>
    turnOf(here, beliefs[place + 1], positions[place + 1] ?? end, lines[place]),
  );
  return summed(start, turns, {
    secret,
    seconds,
    tolerance: Math.max(...positions.map(({ tolerance }) => tolerance), end?.tolerance ?? 0),
  });
}

/**
 * The belief before each guess, and after the last one.
 * @param {Belief} start
 * @param {Clue[]} clues
 */
function follow(start, clues) {
  const beliefs = [start];
  for (const clue of clues) {
    const here = beliefs[beliefs.length - 1];
    if (here.won)
      throw new FewestError("The game was won before its last guess; leave out the guesses after the secret.");
    beliefs.push(here.after(clue));
  }
  return beliefs;
}

/** The values of a belief and of the guess made there: exact if the budget allows, else estimated. */
class Position {
  guessValue = 0;
  percentile = 0;
  preferredValue = 0;
  isPreferredExact = false;

  /**
   * @param {Belief} belief
   * @param {Clue | null} clue
   * @param {AdviceOptions} options
   */
  constructor(belief, clue, options) {
    this.belief = belief;
    this.parts = clue ? belief.parts(clue.guess) : [];
    const scored = score(belief);
    this.whole = scored.whole;
    this.scores = scored.scores;
    const prover = isWorthValuing(belief, options.seconds) ? new Prover(belief) : null;
    try {
      this.tolerance = prover?.tolerance ?? 0;
      const advice = advise(belief, options, { prover, scored });
      const first = advice.suggestions[0];
      const best = advice.best ?? first;
      this.best = best.guess;
      this.isExact = best.expected !== null;
      this.value = best.expected ?? best.score;
      this.isGuessExact = this.isExact;
      this.preferred = first.guess;
      if (clue) this.#compare(clue, first, prover, options, advice.fewGuessesLeft);
    } finally {
      prover?.free();
    }
  }

  /**
   * Value the guess that was made, and the advised one.
   * @param {Clue} clue
   * @param {Suggestion} first
   * @param {Prover | null} prover
   * @param {AdviceOptions} options
   * @param {boolean} hasFewGuessesLeft
   */
  #compare(clue, first, prover, { maxGuesses, seconds }, hasFewGuessesLeft) {
    const { belief } = this;
    this.#valueGuess(clue, prover, seconds);
    if (hasFewGuessesLeft) {
      const chances = chancesToFinish(belief, maxGuesses - belief.clues.length);
      const missed = chances[this.find(this.best)] - chances[this.find(clue.guess)];
      this.guessValue = Math.max(this.guessValue, this.value + missed);
    }
    const known = first.expected ?? this.#known(first.guess);
    this.isPreferredExact = known !== null;
    this.preferredValue = known ?? this.#estimate(first.guess);
    const tolerance = this.isExact && this.isGuessExact && !hasFewGuessesLeft ? this.tolerance : TIE_TOLERANCE;
    if (this.guessValue > this.value + tolerance) return;
    this.guessValue = this.preferredValue = this.value;
    this.best = this.preferred = clue.guess;
    this.isPreferredExact = this.isExact;
  }

  /** The place of a guess in the split. @param {string} guess */
  find(guess) {
    return placeIn(this.belief, this.whole, guess);
  }

  /**
   * Find the value of the guess and the percentile of its reply, exactly or by an estimate.
   * @param {Clue} clue
   * @param {Prover | null} prover
   * @param {number} seconds
   */
  #valueGuess({ guess, reply }, prover, seconds) {
    let known = this.#known(guess);
    let isSearched = false;
    try {
      if (prover)
        withBudget(seconds, (stop) => {
          known ??= prover.mean(prover.costOfGuess(guess, this.belief, stop), this.belief);
          const value = (/** @type {Belief} */ part) => meanOf(prover, part, stop);
          this.percentile = this.#percentile(reply, value, prover.tolerance ? TIE_TOLERANCE : 0);
          isSearched = true;
        });
    } catch (error) {
      if (!isOverBudget(error)) throw error;
    }
    if (!isSearched) this.percentile = this.#percentileAtOnce(reply);
    this.guessValue = known ?? this.#estimate(guess);
    this.isGuessExact = known !== null;
    if (known === null || this.isExact) return;
    // The value of the guess is exact: shift the estimated best value by the same amount.
    const saved = Math.max(0, this.scores[this.find(guess)] - this.scores[this.find(this.best)]);
    this.value = Math.max(1, known - (this.belief.hard ? saved : Math.min(saved, 1)));
  }

  /** The exact value of a guess if it is known without search. @param {string} guess */
  #known(guess) {
    if (this.belief.size === 1) return guess === this.best ? 1 : 2;
    if (this.isExact && guess === this.best) return this.value;
    return knownValue(this.belief, guess)?.mean ?? null;
  }

  /**
   * Estimate the value of a guess. It loses at most one guess; a useless guess loses exactly one. If the best guess is
   * proved, other guesses are always valued slightly worse.
   * @param {string} guess
   */
  #estimate(guess) {
    const [place, best] = [this.find(guess), this.find(this.best)];
    const least = this.isExact && guess !== this.best ? 2 * TIE_TOLERANCE : 0;
    const wasted = 1 + this.value;
    let estimate = this.value + Math.max(least, this.scores[place] - this.scores[best]);
    if (this.whole.parts[place] === 1 && this.whole.hit[place] === 0) estimate = Math.max(estimate, wasted);
    return this.belief.hard ? estimate : Math.min(estimate, wasted); // hard mode may forbid the best guess after it
  }

  /** The percentile without search: by the guesses needed after each reply if known, else by bits. @param {number} reply */
  #percentileAtOnce(reply) {
    /** @type {Map<Belief, number>} */
    const known = new Map();
    for (const { part } of this.parts) {
      const found = part.size === 1 ? 1 : knownValues(part, 1, null, () => score(part).whole, null)[0]?.mean;
      if (found === undefined) return this.#percentile(reply, (each) => each.entropy, TIE_TOLERANCE);
      known.set(part, found);
    }
    return this.#percentile(reply, (part) => known.get(part) ?? 0, 0);
  }

  /**
   * The probability of a worse reply than the given one, plus half that of one that is equal within a tolerance.
   * @param {number} got
   * @param {(part: Belief) => number} value How many guesses are needed after a reply.
   * @param {number} tolerance
   */
  #percentile(got, value, tolerance) {
    const { win } = this.belief.game;
    const left = this.parts.map(({ reply, part }) => ({
      reply,
      chance: part.chance,
      more: reply === win ? -1 : value(part),
    }));
    const ours = left.find(({ reply }) => reply === got)?.more ?? 0;
    const worse = left.filter(({ more }) => more > ours + tolerance);
    const same = left.filter(({ more }) => Math.abs(more - ours) <= tolerance);
    return fsum(worse.map(({ chance }) => chance)) + fsum(same.map(({ chance }) => chance)) / 2;
  }
}

/**
 * The mean guesses of a belief, by the prover of the belief before. If the weights of that prover are rounded, it covers
 * only its own belief, so this one gets its own prover.
 * @param {Prover} prover
 * @param {Belief} belief
 * @param {StopToken} stop
 */
function meanOf(prover, belief, stop) {
  const isCovered = !prover.rounding || belief.size === prover.belief.size;
  const here = isCovered ? prover : new Prover(belief);
  try {
    return here.mean(here.best(belief, stop).cost, belief);
  } finally {
    if (!isCovered) here.free();
  }
}

/**
 * How the solver would play from each position. After a best guess it plays as from the next position.
 * @param {Position[]} positions
 * @param {Belief[]} beliefs
 * @param {string | null} secret
 * @param {AdviceOptions} options
 */
function linesFrom(positions, beliefs, secret, options) {
  /** @type {Feedback[][]} */
  const lines = [];
  for (const [place, here] of [...positions.entries()].toReversed()) {
    const clue = beliefs[place + 1].clues[place];
    if (secret === null) lines.unshift([]);
    else if (here.best === clue.guess && lines.length) lines.unshift([here.belief.game.seen(clue), ...lines[0]]);
    else lines.unshift(goOn(here.belief, here.preferred, secret, options));
  }
  return lines;
}

/**
 * Play a guess, then the first choice of `advise`, until the secret is found.
 * @param {Belief} start
 * @param {string} first
 * @param {string} secret
 * @param {AdviceOptions} options
 */
function goOn(start, first, secret, options) {
  const { game } = start;
  /** @type {Feedback[]} */
  const seen = [];
  let [belief, guess] = [start, first];
  while (true) {
    const clue = { guess, reply: game.reply(guess, secret) };
    seen.push(game.seen(clue));
    if (clue.reply === game.win || seen.length === MAX_LINE) return seen;
    belief = belief.after(clue);
    guess = belief.size === 1 ? belief.words[0] : advise(belief, options).suggestions[0].guess;
  }
}

/**
 * @param {Position} position
 * @param {Belief} after
 * @param {Position | null} later
 * @param {Feedback[]} line
 * @returns {Turn}
 */
function turnOf(position, after, later, line) {
  const { belief, whole, parts } = position;
  const clue = after.clues[after.clues.length - 1];
  const [place, best, preferred] = [clue.guess, position.best, position.preferred].map((guess) => position.find(guess));
  const [expected, least, left] = [position.guessValue, position.value, later?.value ?? 0];
  const lost = (cents(expected) - cents(least)) / 100;
  const isPerfect = expected - least <= 0;
  const played = {
    ...after.game.seen(clue),
    before: belief.size,
    after: after.size,
    bits_before: belief.entropy,
    bits_after: after.entropy,
    bits_expected: whole.entropy[place],
    bits_got: Math.max(0, -Math.log2(after.chance)),
    hit: whole.hit[place],
    expected,
    best: position.best,
    best_expected: least,
    best_bits: whole.entropy[best],
    best_hit: whole.hit[best],
    exact: position.isGuessExact,
    best_exact: position.isExact,
    left,
    left_exact: later?.isExact ?? true,
    percentile: position.percentile,
    size_expected: fsum(parts.map(({ part }) => part.size * part.chance)),
    noun: after.game.noun,
    words_before: belief.words.slice(0, MAX_LISTED_SECRETS),
    words_after: after.words.slice(0, MAX_LISTED_SECRETS),
    line,
    preferred: position.preferred,
    preferred_expected: position.preferredValue,
    preferred_exact: position.isPreferredExact,
    preferred_bits: whole.entropy[preferred],
    preferred_hit: whole.hit[preferred],
    overlooked: prose.overlooked(after.game, belief.clues, clue.guess, position.preferred),
    lost,
    gained: (cents(expected) - 100 - cents(left)) / 100,
    saved: (cents(expected) - cents(position.preferredValue)) / 100,
    perfect: isPerfect,
    skill: isPerfect || lost === 0 ? PERFECT : prose.skill(expected - least),
    luck: round(PERFECT * position.percentile),
  };
  const turn = { ...played, mistake: prose.mistake(played) };
  return { ...turn, skill_text: prose.skillText(turn), luck_text: prose.luckText(turn) };
}

/**
 * Sum up the turns of the game.
 * @param {Belief} start
 * @param {Turn[]} turns
 * @param {{ secret: string | null, seconds: number, tolerance: number }} facts
 * @returns {Analysis}
 */
function summed({ game, inHardMode }, turns, { secret, seconds, tolerance }) {
  const last = turns[turns.length - 1];
  const solved = last.left === 0;
  const isInTime = turns.length <= game.maxGuesses;
  const isOpen = turns.length < game.maxGuesses && secret === null;
  const added = (/** @type {number[]} */ guesses) => sum(guesses.map(cents)) / 100;
  const choices = turns.filter((turn) => turn.before > 1 || !turn.perfect);
  const facts = {
    label: game.label,
    title: "",
    name: game.title,
    hard: inHardMode,
    rule: game.consistent ? "consistent" : "any",
    max_guesses: game.maxGuesses,
    seconds,
    turns,
    secret,
    note: "",
    tolerance,
    past: {},
    solved,
    outcome: solved && isInTime ? "won" : !solved && isOpen ? "open" : "lost",
    guesses: turns.length,
    par: added([turns[0].best_expected]),
    lost: added(turns.map((turn) => turn.lost)),
    gained: added(turns.map((turn) => turn.gained)),
    left: added([last.left]),
    skill: mean(
      choices.map((turn) => turn.skill),
      PERFECT,
    ),
    luck: mean(
      turns.filter((turn) => turn.bits_expected > 0).map((turn) => turn.luck),
      (PERFECT + 1) / 2,
    ),
    exact: turns.every((turn) => prose.isSure(turn) && turn.left_exact),
  };
  const mark = `${inHardMode ? "*" : ""} · skill ${facts.skill} · luck ${facts.luck}`;
  const shared = share(`fewest ${game.title}`, turns, facts.outcome === "won", game.maxGuesses, mark);
  const said = { ...facts, share: shared };
  const verdict = { ...said, summary: prose.summary(said) };
  return { ...verdict, equation: prose.equation(verdict) };
}

/** @param {number[]} marks @param {number} usual */
const mean = (marks, usual) => (marks.length ? round(sum(marks) / marks.length) : usual);
