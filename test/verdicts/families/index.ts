import type { Case } from '../case';
import { commands } from './commands';
import { contentSecurityPolicy } from './content-security-policy';
import { json } from './json';
import { keyTypes } from './key-types';
import { contentScripts, matchPatterns } from './match-patterns';
import { permissions } from './permissions';
import { requiredKeys } from './required-keys';
import { keyValues } from './key-values';

/** Every case, by the file of its family: each has its verdicts in `recorded/<family>.json`. */
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
};
