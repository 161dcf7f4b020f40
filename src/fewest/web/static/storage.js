// What the next visit finds again. Storage may be forbidden: then nothing is kept.

/** What was kept under a name, or null. @param {string} name */
export function recall(name) {
  try {
    return localStorage.getItem(`fewest-${name}`);
  } catch {
    return null;
  }
}

const LASTING = 24 * 60 * 60 * 1000; // for so long a game is under way, in milliseconds

/**
 * Keep the address of a game that is under way, or forget it.
 * @param {string} section
 * @param {URLSearchParams | null} params
 */
export function keepUnderWay(section, params) {
  remember(`under-way-${section}`, params ? JSON.stringify({ when: Date.now(), address: String(params) }) : "");
}

/** The address of the game that is under way in a section, or null. @param {string} section */
export function underWay(section) {
  try {
    const { when, address } = JSON.parse(recall(`under-way-${section}`) ?? "");
    return Date.now() - when < LASTING ? new URLSearchParams(String(address)) : null;
  } catch {
    return null; // there is none
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
