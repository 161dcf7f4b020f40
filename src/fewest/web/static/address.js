// The address of the page, which says what is shown. A page without a server has a single path, so it keeps the rest
// behind a #.

const isServed = !document.documentElement.dataset.engine; // otherwise the engine is part of the page

/** The address of what is shown: the path of a section and its parameters. */
export const shownAddress = () =>
  isServed ? new URL(location.href) : new URL(location.hash.match(/^#(\/.*)/)?.[1] ?? "/", "file:///");

/**
 * The complete link for a path with parameters.
 * @param {string} address
 */
export const linkTo = (address) => new URL(isServed ? address : `#${address}`, location.href).href;

/** Whether a link to this page works for other people. A link to a file on this device does not, and reveals its path. */
export const isReachable = location.protocol.startsWith("http");

/** How other people who have this file open the same address. @param {string} address */
export const addition = (address) => `Open fewest.html and add this to the end of its address: #${address}`;
