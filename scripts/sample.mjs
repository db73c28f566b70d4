import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const sample = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../test/sample-workspace');

/** Copies the sample workspace, so that it can be changed; returns the path of the copy. */
export function copySample(into) {
  const workspace = path.join(into, 'workspace');
  fs.cpSync(sample, workspace, { recursive: true });
  return workspace;
}
