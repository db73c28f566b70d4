import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const sample = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../test/sample-workspace');

/** What people see: an extension as one may have it. */
export const demo = path.resolve(path.dirname(fileURLToPath(import.meta.url)), 'demo/price-watch');

/** Copies a workspace, by default that of the tests, so that it can be changed; returns the path of the copy. */
export function copySample(into, from = sample) {
  const workspace = path.join(into, from === sample ? 'workspace' : path.basename(from));
  fs.cpSync(from, workspace, { recursive: true });
  return workspace;
}
