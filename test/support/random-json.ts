import { randomNumbers } from './random-numbers';

/** Names and values that stored records have, and some that they must not have. */
const KEYS = [
  'id',
  'name',
  'gone',
  'released',
  'pool',
  'uploads',
  'lastClick',
  'text',
  'at',
  'title',
  'version',
  'bytes',
  'sha256',
  'digests',
  'folder',
  'available',
  'acquired',
  '__proto__',
  'constructor',
  'length',
];
const LEAVES: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  7,
  1e300,
  1_700_000_000_000,
  9e15,
  '',
  '.',
  '..',
  'a',
  'b',
  '1, 2 right',
  'token https://a one',
  '\0',
  '\ud800',
  '😀',
  'x'.repeat(2000),
  '[a](command:b)',
  'constructor',
  '__proto__',
];

/** Any value that JSON can contain; the same for the same seed. */
export function randomJson(seed: number): unknown {
  const random = randomNumbers(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const make = (depth: number): unknown => {
    const kind = depth === 0 ? 0.4 + random() * 0.6 : random();
    if (depth > 4 || kind < 0.3) return LEAVES[below(LEAVES.length)];
    const items = Array.from({ length: below(6) }, () => make(depth + 1));
    return kind < 0.6 ? items : fields(items);
  };
  // JSON.parse creates an own property for each name, as reading from storage does.
  const field = (item: unknown): string => `${JSON.stringify(KEYS[below(KEYS.length)])}:${JSON.stringify(item)}`;
  const fields = (items: readonly unknown[]): unknown => JSON.parse(`{${items.map(field).join(',')}}`);
  return make(0);
}
