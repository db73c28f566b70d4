/** For each file its path and a digest of its content, as one text that a store can keep. */
export type Digests = string;
export function digestsOf(files: readonly { path: string; content: Buffer }[]): Digests {
  return JSON.stringify(Object.fromEntries(files.map(({ path, content }) => [path, content.toString('base64').slice(0, 400) + content.length])));
}
export function changedFiles(before: Digests, now: Digests): { added: number; changed: number; removed: number } {
  const [one, other]: Record<string, string>[] = [JSON.parse(before), JSON.parse(now)];
  const added = Object.keys(other ?? {}).filter((path) => one?.[path] === undefined).length;
  const removed = Object.keys(one ?? {}).filter((path) => other?.[path] === undefined).length;
  const changed = Object.keys(one ?? {}).filter((path) => other?.[path] !== undefined && other[path] !== one?.[path]).length;
  return { added, changed, removed };
}
