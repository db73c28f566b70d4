import type { Case } from '../case';
import { contents } from './contents';
import { endings } from './endings';
import { localeCases } from './locales';
import { namedFileCases, spellingCases } from './named-files';
import { requiredKeys } from './required-keys';
import { reservedNames } from './reserved-names';

/** Every case, by the file of its family: each has its verdicts in `recorded/<family>.json`. */
export const families: Readonly<Record<string, readonly Case[]>> = {
  'required-keys': requiredKeys,
  'named-files': namedFileCases,
  'spellings': spellingCases,
  'locales': localeCases,
  'reserved-names': reservedNames,
  'contents': contents,
  'endings': endings,
};
