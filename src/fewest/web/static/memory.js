// What the next visit finds again. Storage may be forbidden: then nothing is kept.

/**
 * What was kept under a name, or null.
 * @param {string} name
 */
export function recall(name) {
  try {
    return localStorage.getItem(`fewest-${name}`);
  } catch {
    return null;
  }
}

/**
 * Keep a text under a name.
 * @param {string} name
 * @param {string} text
 */
export function remember(name, text) {
  try {
    localStorage.setItem(`fewest-${name}`, text);
  } catch {
    // forbidden
  }
}
