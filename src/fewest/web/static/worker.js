// The service worker: caches the page, so that it opens while its server is down. Answers are never cached.

const CACHE = "fewest";
// The first path serves every section. The server inserts the files of the page here.
const [PAGE, ...FILES] = ["FILES"].map((path) => new URL(path, location.href).pathname);

/**
 * Load from the server; if it does not answer, from the cache.
 * @param {Request} request
 * @param {string} path The key in the cache.
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
