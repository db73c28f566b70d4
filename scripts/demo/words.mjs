import fs from 'node:fs';
import { EXTENSION, SESSION } from './things.mjs';

const words = JSON.parse(fs.readFileSync(new URL('../../package.nls.json', import.meta.url), 'utf8'));
const title = (command) => `"${words[`command.${command}`]}"`;

/** What to open, and the four things to try. */
export function whatToTry({ open, service, page }) {
  return `
${open}

The views behind the icon "Browser Sessions" list what the service has: a session "${SESSION}", one out of the pool
"${service.pool}", and "${EXTENSION}" in the catalog.

  1  Upload    Explorer, right-click manifest.json, "Browser Sessions": ${title('uploadFolder')}, then choose "${SESSION}".
  2  Click     Sessions, right-click "${SESSION}", "Input": ${title('click')} at 775, 393. ${title('takeScreenshot')} shows what it did.
  3  Release   Sessions, right-click the one of "${service.pool}": ${title('releaseSession')}
  4  Delete    Catalog, right-click "${EXTENSION}": ${title('deleteExtension')}

The service is ${service.url}, on this machine only, with real browsers; "${SESSION}" shows ${page}.
Ctrl+C ends everything and leaves nothing behind.
`;
}
