import { type Case, change } from '../case';

export const requiredKeys: readonly Case[] = [
  change('nothing changed', {}),
  change('no manifest_version', { manifest_version: undefined }),
  change('manifest_version 2', { manifest_version: 2 }),
  change('manifest_version 4', { manifest_version: 4 }),
  change('manifest_version "3"', { manifest_version: '3' }),
  change('no name', { name: undefined }),
  change('name empty', { name: '' }),
  change('name a number', { name: 1 }),
  change('no version', { version: undefined }),
  ...[
    '1',
    '0',
    '1.2.3.4',
    '1.2.3.4.5',
    '1.',
    '.1',
    '01',
    '1.01',
    '4294967295',
    '4294967296',
    'a',
    '1a',
    '-1',
    '1.0.0-beta',
    ' 1',
  ].map((version) => change(`version “${version}”`, { version })),
  change('version a number', { version: 1 }),
  ...['153', '150.0.7871.101', '156.0.8078.79'].map((least) =>
    change(`minimum_chrome_version ${least}`, { minimum_chrome_version: least }),
  ),
];
