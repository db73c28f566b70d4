// What must be true after two windows have uploaded and clicked.

const key = (place, what) => `${place} ${what}`;

/** How often each upload and click reached the proxy, and the statuses of the answers. */
function arrivals(seen) {
  const all = new Map();
  for (const { path, what, status } of seen) all.set(key(path, what), [...(all.get(key(path, what)) ?? []), status]);
  return all;
}

function problemsOf({ path, name, x, y, told }, arrived) {
  const wanted =
    name === undefined
      ? { what: JSON.stringify({ x, y }), status: 200, as: `click at ${x}, ${y}` }
      : { what: name, status: 201, as: `upload of ${name}` };
  const statuses = arrived.get(key(path, wanted.what)) ?? [];
  return [
    ...(statuses.length === 1 ? [] : [`The ${wanted.as} came ${statuses.length} times.`]),
    ...(statuses.every((status) => status === wanted.status)
      ? []
      : [`The ${wanted.as} was answered ${statuses.join(', ')}.`]),
    ...(told === 1 ? [] : [`The ${wanted.as} was carried out ${told} times.`]),
  ];
}

function problemsOfWindow(
  { uploads, clicks, loads, clicksTold, connections },
  { sessions, uploadsPerSession, clicksPerUpload },
) {
  const wanted = { uploads: sessions * uploadsPerSession, clicks: sessions * uploadsPerSession * clicksPerUpload };
  return [
    ...(uploads.length === wanted.uploads && clicks.length === wanted.clicks
      ? []
      : [`A window did ${uploads.length} uploads and ${clicks.length} clicks.`]),
    ...(clicksTold === wanted.clicks
      ? []
      : [`The pages told of ${clicksTold} clicks, and ${wanted.clicks} were made.`]),
    // One start for each session, and one for each upload.
    ...(loads === sessions + wanted.uploads
      ? []
      : [`The browsers started ${loads} times, and not ${sessions + wanted.uploads}.`]),
    ...(connections.after === 0 ? [] : [`${connections.after} connections stayed open.`]),
  ];
}

/** @returns a sentence for each check that fails. */
export function problemsIn(windows, seen, { looks, found, ...each }) {
  const arrived = arrivals(seen);
  const made = windows.flatMap(({ uploads, clicks }) => [...uploads, ...clicks]);
  const posts = seen.filter(({ method }) => method === 'POST');
  const digests = new Set(posts.map(({ path, digest }) => key(path, digest)));
  const [first, last] = [looks[0], looks.at(-1)];
  return [
    ...windows.flatMap((window) => problemsOfWindow(window, each)),
    ...made.flatMap((one) => problemsOf(one, arrived)),
    ...(posts.length === made.length && digests.size === made.length
      ? []
      : [`${posts.length} requests came with ${digests.size} different bodies, and ${made.length} were made.`]),
    ...(last.processes.children === first.processes.children
      ? []
      : [`The service has ${last.processes.children} browsers, and began with ${first.processes.children}.`]),
    ...found.map((place) => `The token stands in ${place}.`),
  ];
}
