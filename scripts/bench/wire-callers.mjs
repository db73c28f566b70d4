// The clients that click and upload in a Node process, used as their documentation says.
const { signal } = new AbortController();
const token = 'any-token';

export const callers = {
  ours: async (baseUrl) => {
    const { createClient } = await import('../../out/api/index.mjs');
    const client = createClient({ baseUrl, token });
    return {
      click: (session, at) => client.click(session, at, signal),
      upload: (session, name, zip) => client.uploadExtensions(session, [{ name, zip }], { signal }),
    };
  },
  sdk: async (baseURL) => {
    const { default: Kernel, toFile } = await import('@onkernel/sdk');
    // Otherwise it would send a failed click again, and one request is measured.
    const client = new Kernel({ apiKey: token, baseURL, maxRetries: 0 });
    return {
      click: (session, at) => client.browsers.computer.clickMouse(session, at),
      upload: async (session, name, zip) =>
        client.browsers.loadExtensions(session, { extensions: [{ name, zip_file: await toFile(zip, `${name}.zip`) }] }),
    };
  },
};
