import type { Problem } from '../../../src/packaging';

export interface HostileInput {
  /** How many pieces it usually has. */
  readonly count: number;
  /** Files by their paths, of so many pieces. */
  readonly files: (count: number) => Readonly<Record<string, string | Uint8Array | { readonly link: string }>>;
  /** `inspect`, unless told. */
  readonly does?: 'inspect' | 'propose' | 'secrets' | 'place';

  /** What is to be placed, of `place`. */
  readonly words?: (count: number) => string;
}
export const hostileInputs: Readonly<Record<string, HostileInput>>;
/**
 * Writes the files of an input, and words to place beside them.
 * @returns the arguments for `operate` and `hostile-run.mjs`, behind the path of the packaging.
 */
export function layInput(input: HostileInput, count: number, folder: string): string[];
/** Does with a folder what its input is for, by the built packaging at this path. */
export function operate(packaging: string, ...args: readonly string[]): Promise<{ problems?: readonly Problem[] }>;
