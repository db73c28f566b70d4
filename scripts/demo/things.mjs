// Things to try: a session with a page to click in, a session of the pool, and an extension in the catalog.

export const SESSION = 'demo';
export const EXTENSION = 'price-watch';

async function zip(folder) {
  // Imported here because the file does not exist before the build.
  const { inspectExtension, packExtension } = await import('../../out/packaging.mjs');
  const { signal } = new AbortController();
  return (await packExtension(await inspectExtension(folder, {}, signal), signal)).zip;
}

async function ask({ url, token }, method, where, body) {
  const content =
    body && !(body instanceof FormData)
      ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      : { body };
  const request = { method, ...content, headers: { ...content.headers, authorization: `Bearer ${token}` } };
  const response = await fetch(`${url}${where}`, request);
  if (!response.ok)
    throw new Error(`${method} ${where} was answered with ${response.status}: ${await response.text()}`);
}

/** Adds the extension in a folder to the catalog. */
export async function addToCatalog(service, name, folder) {
  const form = new FormData();
  form.set('name', name);
  form.set('file', new Blob([await zip(folder)]), `${name}.zip`);
  await ask(service, 'POST', '/extensions', form);
}

export async function prepareThings(service, { startUrl, workspace }) {
  // The service starts with a session without a name; the demo's session replaces it.
  const session = ask(service, 'POST', '/browsers', { name: SESSION, start_url: startUrl }).then(() =>
    ask(service, 'DELETE', `/browsers/${service.session}`),
  );
  await Promise.all([
    session,
    ask(service, 'POST', `/browser_pools/${service.pool}/acquire`, {}),
    addToCatalog(service, EXTENSION, workspace),
  ]);
}
