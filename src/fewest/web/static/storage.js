// Values that outlast a visit. If the browser forbids storage, nothing is kept.

/** The stored value of a name, or null. @param {string} name */
export function recall(name) {
  try {
    return localStorage.getItem(`fewest-${name}`);
  } catch {
    return null;
  }
}

const LASTING = 24 * 60 * 60 * 1000; // how long an unfinished game is offered, in milliseconds

/**
 * Store the address of an unfinished game, or remove it.
 * @param {string} section
 * @param {URLSearchParams | null} params
 */
export function keepUnderWay(section, params) {
  remember(`under-way-${section}`, params ? JSON.stringify({ when: Date.now(), address: String(params) }) : "");
}

/** The address of the unfinished game of a section, or null. @param {string} section */
export function underWay(section) {
  try {
    const { when, address } = JSON.parse(recall(`under-way-${section}`) ?? "");
    return Date.now() - when < LASTING ? new URLSearchParams(String(address)) : null;
  } catch {
    return null; // nothing stored
  }
}

/**
 * Store a text under a name.
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
