import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const sample = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../test/sample-workspace');

/** A copy of the sample workspace, to change as one likes; returns its path. */
export function copySample(into) {
  const workspace = path.join(into, 'workspace');
  fs.cpSync(sample, workspace, { recursive: true });
  return workspace;
}
