import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Writes files below a folder, all with the same modification time. */
export async function writeProject(
  root: string,
  files: Readonly<Record<string, unknown>>,
  changedAt = 1_000,
): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
    await utimes(file, changedAt, changedAt);
  }
}

export function manifest(name: string, more: Readonly<Record<string, unknown>> = {}): object {
  return { manifest_version: 3, name, version: '1', ...more };
}

/** The `package.json` of a project that is built with these packages. */
export function packageOf(...tools: string[]): object {
  return { name: 'p', devDependencies: Object.fromEntries(tools.map((tool) => [tool, '*'])) };
}
