// SHA-256. A browser has its own, but only for pages from the disk or over HTTPS.

/** The first fractional bits of roots of the first primes. @param {number} count @param {number} power */
function rootsOfPrimes(count, power) {
  /** @type {number[]} */
  const primes = [];
  for (let number = 2; primes.length < count; number += 1)
    if (primes.every((prime) => number % prime)) primes.push(number);
  return Uint32Array.from(primes, (prime) => (prime ** power % 1) * 2 ** 32);
}

const START = rootsOfPrimes(8, 1 / 2);
const ROUNDS = rootsOfPrimes(64, 1 / 3);

/** @param {number} word @param {number} bits */
const rotated = (word, bits) => (word >>> bits) | (word << (32 - bits));

/** The SHA-256 sum of a text in hexadecimal digits. @param {string} text */
export function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  const padded = new DataView(new ArrayBuffer(((bytes.length + 72) >> 6) << 6));
  new Uint8Array(padded.buffer).set(bytes);
  padded.setUint8(bytes.length, 0x80);
  padded.setBigUint64(padded.byteLength - 8, 8n * BigInt(bytes.length));
  const sum = START.slice();
  const words = new Uint32Array(64);
  for (let block = 0; block < padded.byteLength; block += 64) {
    for (let at = 0; at < 64; at += 1) {
      if (at < 16) words[at] = padded.getUint32(block + 4 * at);
      else {
        const [early, late] = [words[at - 15], words[at - 2]];
        const first = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
        const second = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
        words[at] = words[at - 16] + first + words[at - 7] + second;
      }
    }
    let [a, b, c, d, e, f, g, h] = sum;
    for (let at = 0; at < 64; at += 1) {
      const mixed = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
      const one = h + mixed + ((e & f) ^ (~e & g)) + ROUNDS[at] + words[at];
      const two = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    for (const [at, each] of [a, b, c, d, e, f, g, h].entries()) sum[at] += each;
  }
  return Array.from(sum, (word) => word.toString(16).padStart(8, "0")).join("");
}
