// The clients that click and upload in a Node process. Each is loaded only when it is needed, and used as its
// documentation says. A zip is the path of a file, or its bytes.
import fs from 'node:fs';

const { signal } = new AbortController();
const token = process.env.WIRE_TOKEN;

async function ours(baseURL) {
  const { createClient } = await import('../../out/api/index.mjs');
  const client = createClient({ baseUrl: baseURL, token });
  return {
    click: (session, at) => client.click(session, at, signal),
    upload: async (session, name, zip) =>
      client.uploadExtensions(
        session,
        [{ name, zip: typeof zip === 'string' ? await fs.promises.readFile(zip) : zip }],
        { signal },
      ),
  };
}

/**
 * `maxRetries: 0`: otherwise it would send a failed click again, but one request has to be measured, as with ours and
 * curl.
 */
function official({ default: Kernel, toFile }, baseURL) {
  const client = new Kernel({ apiKey: token, baseURL, maxRetries: 0 });
  return {
    click: (session, at) => client.browsers.computer.clickMouse(session, at),
    upload: async (session, name, zip) =>
      client.browsers.loadExtensions(session, {
        extensions: [
          { name, zip_file: typeof zip === 'string' ? fs.createReadStream(zip) : await toFile(zip, `${name}.zip`) },
        ],
      }),
  };
}

export const callers = {
  ours,
  sdk: async (baseURL) => official(await import('@onkernel/sdk'), baseURL),
  // Bundled into one file, like our client, and as an extension would contain it.
  bundledSdk: async (baseURL) => official(await import('../../out/sdk.mjs'), baseURL),
};
