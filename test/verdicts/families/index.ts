import type { Case } from '../case';
import { requiredKeys } from './required-keys';

/** Every case, by the file of its family: each has its verdicts in `recorded/<family>.json`. */
export const families: Readonly<Record<string, readonly Case[]>> = {
  'required-keys': requiredKeys,
};
