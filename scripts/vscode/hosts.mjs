// The two VS Codes in which tests run. code-server is VS Code itself, served to a browser, and comes from the npm
// registry.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));

function host(name, facts) {
  const folder = path.join(here, name);
  const inside = (file) => path.join(folder, 'node_modules', file);
  return {
    name,
    folder,
    ...facts,
    entry: inside('code-server/out/node/entry.js'),
    vscode: inside('code-server/lib/vscode'),
    // Each contains the Node it was made for, so it does not depend on the installed Node.
    get node() {
      const own = inside(`node-linux-${process.arch}/bin/node`);
      return fs.existsSync(own) ? own : process.execPath;
    },
  };
}

export const hosts = {
  newest: host('newest', { version: '1.139', size: '800 MB', testDriver: true }),
  // Does not support --vscode-option, and does not need it to run extension tests.
  oldest: host('oldest', { version: '1.100', size: '600 MB', testDriver: false }),
};

/** The host with that name; by default the newest. */
export function hostNamed(name = 'newest') {
  if (!Object.hasOwn(hosts, name)) throw new Error(`There is no VS Code host "${name}": choose newest or oldest.`);
  return hosts[name];
}
