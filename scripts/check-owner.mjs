// npm run release: ends here as long as package.json names no owner of the repository.
import fs from 'node:fs';

// No account of GitHub can have this name, so no link leads to somebody else.
const PLACEHOLDER = 'YOUR_ACCOUNT';

if (fs.readFileSync('package.json', 'utf8').includes(PLACEHOLDER)) {
  console.error(`Replace ${PLACEHOLDER} in package.json with the GitHub account that owns the repository.`);
  process.exit(1);
}
