// The service worker: keeps the page itself, so that it opens without its server. Answers are never kept.

const CACHE = "fewest";
// Every section is the first of these; whoever gives out this file writes all files of the page here.
const [PAGE, ...FILES] = ["FILES"].map((path) => new URL(path, location.href).pathname);

/**
 * What the server gives; what is kept, if it gives nothing.
 * @param {Request} request
 * @param {string} path What it is kept as.
 */
async function load(request, path) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(path, response.clone());
    return response;
  } catch {
    return (await cache.match(path)) ?? Response.error();
  }
}

addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([PAGE, ...FILES])));
});

addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api")) return;
  if (request.mode === "navigate") event.respondWith(load(request, PAGE));
  else if (FILES.includes(pathname)) event.respondWith(load(request, pathname));
});
