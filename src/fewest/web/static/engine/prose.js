// The sentences of an analysis; mirrors src/fewest/play/analysis_prose.py.
/** @import { Analysis, Turn } from "fewest-api" */
/** @import { Clue, Wordle } from "./wordle.js" */
import { fixed, percent, plural, round, whole } from "./numbers.js";
import { capital } from "./wordle.js";

export const PERFECT = 99; // the best mark
const [LUCKY, UNLUCKY] = [60, 40];
const STEEPNESS = 1.5;
const WORTH_NAMING = 0.05; // a guess that loses less than this, in guesses, is not called a mistake
const ALMOST_NOTHING = 0.02; // values that differ by at most this, in guesses, are called about as good
const NEAR = 4 / 3;
const LITTLE = 0.75;
const CHANCE = 0.05;
const FAIRLY = 65;
const SKILLS = /** @type {const} */ ([
  [PERFECT, "perfectly played"],
  [95, "almost perfectly played"],
  [85, "well played"],
  [FAIRLY, "fairly well played"],
  [0, "poorly played"],
]);
const PLACES = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/** @typedef {Omit<Turn, "mistake" | "skill_text" | "luck_text">} Played A turn without its sentences. */

/** The mark of a guess that loses `lost` guesses on average, from 98 down. @param {number} lost */
export const skill = (lost) => round((PERFECT - 1) * (1 - Math.min(1, lost) ** STEEPNESS));

/** Guesses in whole hundredths. All shown numbers are sums of these, so they add up. @param {number} guesses */
export const cents = (guesses) => round(100 * guesses);

/** Format guesses in hundredths; estimates are marked with ~. @param {number} guesses @param {boolean} isExact */
const format = (guesses, isExact) => `${isExact ? "" : "~"}${fixed(cents(guesses) / 100, 2)}`;

/** Whether `lost` is exact. @param {Turn} turn */
export const isSure = (turn) => turn.exact && turn.best_exact;

/**
 * The game as an equation: guesses = perfect play + lost by choices - gained by luck.
 * @param {Omit<Analysis, "equation">} analysis
 */
export function equation({ turns, solved, left, par, lost, gained, exact }) {
  const [first, last] = [turns[0], turns[turns.length - 1]];
  const more = solved ? "" : ` + ${format(left, last.left_exact)} still expected`;
  const taken = `${plural(turns.length, "guess", "guesses")}${more}`;
  const choices = `+ ${format(lost, turns.every(isSure))} lost by choices`;
  const [sign, kind] = gained >= 0 ? ["-", "gained by luck"] : ["+", "lost by bad luck"];
  const luck = `${sign} ${format(Math.abs(gained), exact)} ${kind}`;
  return `${taken} = ${format(par, first.best_exact)} for perfect play ${choices} ${luck}`;
}

/**
 * The game in a sentence: the outcome, perfect play, skill and luck.
 * @param {Omit<Analysis, "equation" | "summary">} analysis
 */
export function summary({ turns, secret, outcome, guesses, solved, max_guesses: limit, par, skill, luck }) {
  const taken = plural(guesses, "guess", "guesses");
  const [{ noun, best_exact: isExact }, last] = [turns[0], turns[turns.length - 1]];
  const word = secret?.toUpperCase() ?? "";
  let start = `Not finished: ${plural(last.after, noun)} left after ${taken}`;
  if (outcome === "won") start = `${word} in ${taken}`;
  else if (outcome === "lost") start = `Lost: ${word || `the ${noun}`} was not found in ${solved ? limit : taken}`;
  const isWell = skill >= FAIRLY;
  const joint = (isWell && luck <= UNLUCKY) || (!isWell && luck >= LUCKY) ? "but" : "and";
  const lucky = luck > UNLUCKY && luck < LUCKY ? "" : `, ${joint} ${luck >= LUCKY ? "lucky" : "unlucky"}`;
  const played = SKILLS.find(([least]) => skill >= least)?.[1];
  const takes = `${isExact ? "" : "about "}${fixed(par, 2)}`;
  return `${start} (perfect play needs ${takes} on average): ${played}${lucky}.`;
}

/**
 * Comment on the choice; empty if there was no choice.
 * @param {Omit<Turn, "skill_text" | "luck_text">} turn
 */
export function skillText(turn) {
  const { guess, perfect, saved, lost, noun } = turn;
  const [preferred, best] = [turn.preferred.toUpperCase(), turn.best.toUpperCase()];
  if (perfect && turn.before === 1) return "";
  if (perfect && guess === turn.preferred) return turn.best_exact ? "The best guess." : "The best guess by estimate.";
  if (guess === turn.preferred) return lost ? "The best common word." : `A tie with ${best}.`;
  if (saved === 0) return `A tie with ${preferred}.`;
  if (saved < 0) return perfect ? "The best guess." : "";
  if (saved <= ALMOST_NOTHING) return `About as good as ${preferred}.`;
  const about = turn.exact && turn.preferred_exact ? "" : "about ";
  const saving = saved === 1 ? "a whole guess" : `${about}${fixed(saved, 2)} guesses`;
  const tellsMore = !turn.mistake && saved >= WORTH_NAMING && turn.preferred_bits > turn.bits_expected;
  const reason = tellsMore ? `tells more ${noun}s apart and ` : "";
  const isBeaten = cents(lost - saved) >= cents(WORTH_NAMING);
  const beside = isBeaten ? ` (${best}, the best of all, would have saved ${fixed(lost, 2)})` : "";
  return `${turn.mistake} ${preferred} ${reason}would have saved ${saving}${beside}.`.trimStart();
}

/** Name what was wrong with a guess; empty if it lost little or no simple reason explains it. @param {Played} turn */
export function mistake({ saved, hit, noun, overlooked, ...turn }) {
  const [guess, other] = [turn.guess.toUpperCase(), turn.preferred.toUpperCase()];
  if (saved < WORTH_NAMING) return "";
  if (overlooked) return overlooked;
  if (turn.preferred_hit === 1) return `There was only one ${noun} left.`;
  const tellsLittle = turn.bits_expected < LITTLE * turn.preferred_bits;
  if (hit === 0) {
    if (turn.preferred_hit >= CHANCE) return `${other} fitted all clues; ${guess} could not be the ${noun}.`;
    return tellsLittle ? `It could not be the ${noun}, and it told you little.` : "";
  }
  if (turn.preferred_hit >= Math.max(CHANCE, 2 * hit))
    return `${other} was likelier: ${percent(turn.preferred_hit)}, against ${percent(hit)} for ${guess}.`;
  if (!tellsLittle) return "";
  if (hit < CHANCE) return `A long shot (${percent(hit)}) that told you little.`;
  return `A gamble: a ${percent(hit)} chance to be the ${noun}, but little to learn if it was not.`;
}

/**
 * Say which clue a guess ignores and another guess does not; empty otherwise.
 * @param {Wordle} game
 * @param {Clue[]} clues
 * @param {string} guess
 * @param {string} other
 */
export function overlooked(game, clues, guess, other) {
  if (clues.some((clue) => clue.guess === guess)) return `You had already guessed ${guess.toUpperCase()}.`;
  const [letters, others] = [[...guess], [...other]];
  const shown = clues.flatMap((clue) => {
    const marks = game.marks(clue.reply);
    return [...clue.guess].map((letter, place) => ({ letter, place, mark: marks[place] }));
  });
  const isFound = (/** @type {string} */ letter) => shown.some((each) => each.letter === letter && each.mark);
  const isAbsent = (/** @type {string} */ letter) => !isFound(letter) && shown.some((each) => each.letter === letter);
  const wasted = [...new Set(letters)].filter((letter) => isAbsent(letter) && !others.includes(letter)).map(capital);
  if (wasted.length) return `You already knew there is no ${either(wasted)}.`;
  const again = [...letters.entries()].filter(([place, letter]) => {
    const wasElsewhere = shown.some((each) => each.place === place && each.letter === letter && each.mark < 2);
    return wasElsewhere && isFound(letter) && others[place] !== letter;
  });
  if (!again.length) return "";
  const said = again.map(
    ([place, letter]) => `${capital(letter)} is not the ${PLACES[place] ?? `${place + 1}th`} letter`,
  );
  return `You already knew that ${said.join(" and ")}.`;
}

/** @param {string[]} letters */
const either = (letters) => [letters.slice(0, -1).join(", "), ...letters.slice(-1)].filter(Boolean).join(" or ");

/**
 * Comment on the reply; empty if it was about average.
 * @param {Omit<Turn, "skill_text" | "luck_text">} turn
 */
export function luckText({ luck, left, hit, after, noun, ...turn }) {
  if (turn.bits_expected === 0 || (luck > UNLUCKY && luck < LUCKY)) return "";
  const isLucky = luck >= LUCKY;
  const word = isLucky ? "Lucky" : "Unlucky";
  if (left === 0) {
    if (turn.mistake) return "It paid off.";
    return hit < 1 / 3 ? `${word}: a ${percent(hit)} chance.` : "";
  }
  const usual = turn.size_expected;
  if (!(isLucky ? after * NEAR < usual : after > usual * NEAR)) return `${word}.`;
  const expected = usual < 10 ? fixed(usual, 1) : whole(round(usual));
  return `${word}: ${plural(after, noun)} left, ${expected} is average.`;
}
