// Word lists and priors; mirrors src/fewest/words and the priors of src/fewest/setup.py.
import { FewestError } from "./errors.js";
import { shipped } from "./loaded.js";
import { greatestDivisor, plural, range, round, whole } from "./numbers.js";
import { sha256 } from "./sha256.js";

const LETTER = /^[\p{L}\p{M}]$/u;
const [SHORTEST, LONGEST] = [2, 12];
const MOST_WORDS = 500_000;

const WEIGHT_SCALE = 1e6;
const MIDDLE = 1.3; // the midpoint of the frequency prior, as a multiple of the number of answers
const STEEPNESS = 20;
const INFLECTED_WEIGHT = 0.15;
const PICKS = { added: 0.13, other: 0.01, span: 40_000 };
const PICKS_AFTER_PAST = { added: 0.06, other: 0.0014, span: 4000 };
const [PAST_WEIGHT, OLD_PAST_WEIGHT, RECENT_PAST_WEIGHT] = [34, 160, 6]; // the weights of past answers, in thousandths
const OLD_DAYS = 4 * 365.25;
const DAY = 86_400_000;
const DATED = /^(?:(\d{4}-\d\d-\d\d)[,;\s]+(.+)|(.+?)[,;\s]+(\d{4}-\d\d-\d\d))$/;
const HEADING = /^\W*(date|day|word|answer|solution)\W.*$/i;

/** @type {string[] | null} */
let ranked = null;

/** The shipped words by descending frequency. */
const rankedWords = () => {
  ranked ??= shipped.words.match(/.{5}/g) ?? [];
  return ranked;
};

/**
 * Allowed guesses and possible answers, each in alphabetical order.
 * @typedef {object} WordList
 * @property {string} name
 * @property {string[]} guesses
 * @property {string[]} answers
 * @property {string} fingerprint
 */

/**
 * Load a shipped edition.
 * @param {string} name
 * @returns {WordList}
 */
export function edition(name) {
  const found = shipped.editions[name];
  const pick = (/** @type {string} */ bits) =>
    rankedWords()
      .filter((_, index) => Number.parseInt(bits[index >> 2], 16) & (1 << (index & 3)))
      .sort();
  return { name, guesses: pick(found.guesses), answers: pick(found.answers), fingerprint: found.fingerprint };
}

/** The canonical form of a word. @param {string} word */
export const normalise = (word) => [...word.normalize("NFC")].map(lower).join("").normalize("NFC");

/** A letter in lower case, as a single code point; ſ and ς become s and σ, and ı stays. @param {string} letter */
function lower(letter) {
  const forms = letter === "ı" ? [] : [letter.toUpperCase().toLowerCase(), letter.toLowerCase()];
  return forms.find((form) => [...form].length === 1) ?? letter;
}

/**
 * Read a typed or pasted list.
 * @param {string} text
 * @param {string} name
 * @returns {WordList}
 */
export function fromText(text, name) {
  /** @type {Set<string>} */
  const words = new Set();
  let length = 0;
  for (const [index, line] of text.split(/\r\n|[\n\r\v\f\x85\u2028\u2029]/).entries()) {
    for (const piece of line.split(/[\s,;]+/).filter(Boolean)) {
      const word = normalise(piece);
      const letters = [...word];
      const where = `${name}, line ${index + 1}: '${letters.length > 30 ? `${letters.slice(0, 29).join("")}…` : word}'`;
      if (!letters.every((letter) => LETTER.test(letter)))
        throw new FewestError(`${where} is not a word; write one word per line, letters only.`);
      const has = `${where} has ${plural(letters.length, "letter")}`;
      if (letters.length < SHORTEST || letters.length > LONGEST)
        throw new FewestError(`${has}; words may have 2 to 12.`);
      length ||= letters.length;
      if (letters.length !== length) throw new FewestError(`${has}, but the words before it have ${length}.`);
      words.add(word);
      if (words.size > MOST_WORDS)
        throw new FewestError(`${name}: a list may have at most ${whole(MOST_WORDS)} words; this one has more.`);
    }
  }
  if (!words.size) throw new FewestError(`${name}: there are no words; write one word per line.`);
  const sorted = [...words].sort(byCodePoint);
  const fingerprint = digest(`${sorted.join(" ")}\n${sorted.join(" ")}`);
  return { name, guesses: sorted, answers: sorted, fingerprint };
}

/** @param {string} a @param {string} b */
function byCodePoint(a, b) {
  const [ours, theirs] = [[...a], [...b]];
  const place = ours.findIndex((letter, index) => letter !== theirs[index]);
  return place < 0 ? 0 : Number(ours[place].codePointAt(0)) - Number(theirs[place].codePointAt(0));
}

/** @param {string} text */
export const digest = (text) => sha256(text).slice(0, 16);

/**
 * The rank of each guess by descending frequency, from 0; null if no frequency is known.
 * @param {WordList} words
 */
export function frequencyPlaces({ guesses }) {
  const index = new Map(guesses.map((guess, column) => [guess, column]));
  const known = rankedWords().filter((word) => index.has(word));
  if (!known.length) return null;
  const places = new Int32Array(guesses.length).fill(-1);
  for (const [place, word] of known.entries()) places[/** @type {number} */ (index.get(word))] = place;
  let next = known.length; // the others follow in alphabetical order
  for (const column of range(guesses.length)) if (places[column] < 0) places[column] = next++;
  return places;
}

/** @param {number} x */
const logistic = (x) => (x > -500 ? 1 / (1 + Math.exp(-x)) : 0);

/** @param {number} weight */
const inMillionths = (weight) => Math.max(1, round(WEIGHT_SCALE * weight));

/**
 * The weight of each secret by its frequency, in millionths.
 * @param {WordList} words
 * @param {Int32Array} places Of the secrets, by descending frequency.
 */
function frequencyWeights({ guesses, answers }, places) {
  const middle = MIDDLE * answers.length;
  const steepness = STEEPNESS / guesses.length;
  return [...places].map((place) => inMillionths(logistic(steepness * (middle - (place + 1)))));
}

/** Whether an English word looks like a plural or a past tense. @param {string} word */
const isInflected = (word) => /ed$|s$/.test(word) && !/(ss|us|is)$/.test(word);

/**
 * The weight of each secret as today's game seems to pick it, in millionths.
 * @param {WordList} words
 * @param {string[]} secrets
 * @param {Int32Array | null} places
 * @param {boolean} isPastKnown
 */
function todayWeights(words, secrets, places, isPastKnown) {
  const picks = isPastKnown ? PICKS_AFTER_PAST : PICKS;
  const frequent = places ? frequencyWeights(words, places).map((weight) => weight / WEIGHT_SCALE) : null;
  const answers = new Set(words.answers);
  const first = new Set(edition("original").answers.filter((word) => answers.has(word)));
  return secrets.map((word, index) => {
    const slope = Math.exp(-(places ? places[index] + 1 : 0) / picks.span);
    if (first.has(word) || (!first.size && answers.has(word))) return inMillionths(slope);
    const weight = answers.has(word) ? picks.added * slope : picks.other * (frequent?.[index] ?? 1);
    return inMillionths(first.size && isInflected(word) ? weight * INFLECTED_WEIGHT : weight);
  });
}

/** Whether a text is a date such as 2024-12-31. @param {string} day */
export function isDate(day) {
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === day;
}

/**
 * The date when each past answer was last used; empty if it is not known.
 * @param {string} text A word per line, or a date and a word.
 * @param {(word: string) => boolean} isSecret
 */
export function lastDays(text, isSecret = () => false) {
  /** @type {Map<string, string>} */
  const last = new Map();
  for (const [index, line] of text.split("\n").entries()) {
    const dated = DATED.exec(line.trim());
    const [day, written] = dated ? [dated[1] ?? dated[4], dated[2] ?? dated[3]] : ["", line.trim()];
    const word = normalise(written);
    if (!word || (index === 0 && HEADING.test(written))) continue;
    if (/[ \t,;]/.test(word) && !isSecret(word))
      throw new FewestError(`Line ${index + 1}: write a word, or a date and a word, as in 2024-12-31,lemur.`);
    if (day && !isDate(day))
      throw new FewestError(`Line ${index + 1}: ${day} is not a date; write it as in 2024-12-31.`);
    if (day > (last.get(word) ?? "") || !last.has(word)) last.set(word, day);
  }
  return last;
}

/**
 * Make past answers less likely; the new weights are in units of a thousandth of the old ones.
 * @param {number[]} weights
 * @param {string[]} secrets
 * @param {string} past
 */
function discount(weights, secrets, past) {
  const words = new Set(secrets);
  const last = lastDays(past, (word) => words.has(word));
  if (!secrets.some((word) => last.has(word)))
    throw new FewestError("None of these words is a possible secret; write one past answer per line.");
  const days = [...last.values()].filter(Boolean).sort();
  const old = days.length ? Date.parse(days[days.length - 1]) / DAY - OLD_DAYS : 0;
  return secrets.map((word, index) => {
    const day = last.get(word);
    if (day === undefined) return 1000 * weights[index];
    if (!day) return PAST_WEIGHT * weights[index];
    return (Date.parse(day) / DAY <= old ? OLD_PAST_WEIGHT : RECENT_PAST_WEIGHT) * weights[index];
  });
}

/**
 * The weight of each secret: the smallest whole numbers; null if all are equally likely.
 * @param {string} prior
 * @param {WordList} words
 * @param {string[]} secrets
 * @param {Int32Array | null} places Of the secrets, by descending frequency.
 * @param {string | null} past The text of past answers.
 */
export function weightsOf(prior, words, secrets, places, past) {
  if (prior === "uniform" && past === null) return null;
  if (prior === "frequency" && !places)
    throw new FewestError(`No word of ${words.name} has a known frequency; use a file of weights.`);
  let weights = secrets.map(() => 1);
  if (prior === "today") weights = todayWeights(words, secrets, places, past !== null);
  else if (prior === "frequency") weights = frequencyWeights(words, /** @type {Int32Array} */ (places));
  if (past !== null) weights = discount(weights, secrets, past);
  if (past !== null && prior !== "uniform") weights = weights.map((weight) => Math.max(1, round(weight / 1000)));
  return reduced(Float64Array.from(weights));
}

/** The smallest whole numbers in the same proportion. @param {Float64Array} weights */
export function reduced(weights) {
  const divisor = weights.reduce(greatestDivisor, 0);
  return weights.map((weight) => weight / divisor);
}
