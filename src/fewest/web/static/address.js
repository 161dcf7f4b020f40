// The address of the page: where it says what is shown. A page without a server has one path only, so there what is
// shown stands behind a #.

const isServed = !document.documentElement.dataset.engine; // else the page has an engine of its own

/** What is shown: a path of a section, and its parameters. */
export const shownAddress = () =>
  isServed ? new URL(location.href) : new URL(location.hash.match(/^#(\/.*)/)?.[1] ?? "/", "file:///");

/**
 * The whole link to what a path and parameters show.
 * @param {string} address
 */
export const linkTo = (address) => new URL(isServed ? address : `#${address}`, location.href).href;

/** Whether a link leads others to this page: one to a file on this device does not, and would tell them its path. */
export const isReachable = location.protocol.startsWith("http");

/** What others who have this file add to its address. @param {string} address */
export const addition = (address) => `Open fewest.html and put this behind its address: #${address}`;
