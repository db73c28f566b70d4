import type { Case } from '../case';
import { commands } from './commands';
import { contentSecurityPolicy } from './content-security-policy';
import { contents } from './contents';
import { json } from './json';
import { keyTypes } from './key-types';
import { keyValues } from './key-values';
import { endings } from './endings';
import { kinds } from './kinds';
import { localeCases } from './locales';
import { contentScripts, matchPatterns } from './match-patterns';
import { namedFileCases, spellingCases } from './named-files';
import { optionsPages } from './options-pages';
import { permissions } from './permissions';
import { requiredKeys } from './required-keys';
import { reservedNames } from './reserved-names';

/** Every case, by family: the verdicts of each family are in `recorded/<family>.json`. */
export const families: Readonly<Record<string, readonly Case[]>> = {
  commands,
  'content-scripts': contentScripts,
  'content-security-policy': contentSecurityPolicy,
  json,
  'key-types': keyTypes,
  'key-values': keyValues,
  'match-patterns': matchPatterns,
  permissions,
  'required-keys': requiredKeys,
  kinds,
  'named-files': namedFileCases,
  spellings: spellingCases,
  locales: localeCases,
  'reserved-names': reservedNames,
  contents: contents,
  endings: endings,
  'options-pages': optionsPages,
};
