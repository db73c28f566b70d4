// npm run release: ends here as long as the files name no owner of the repository.
import { spawnSync } from 'node:child_process';

// No account of GitHub can have this name, so no link leads to somebody else.
const PLACEHOLDER = ['YOUR', 'ACCOUNT'].join('_');
/** They tell of it. */
const EXCEPT = [':!CONTRIBUTING.md', ':!test'];

const { status, stdout, stderr } = spawnSync(
  'git',
  ['grep', '--files-with-matches', PLACEHOLDER, '--', '.', ...EXCEPT],
  {
    encoding: 'utf8',
  },
);
if (status === 0) {
  console.error(`Replace ${PLACEHOLDER} with the GitHub account that owns the repository, in:\n${stdout}`);
  process.exit(1);
}
// 1: it is nowhere.
if (status !== 1) {
  console.error(stderr);
  process.exit(1);
}
