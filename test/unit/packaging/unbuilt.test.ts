import assert from 'node:assert/strict';
import { english } from '../../../src/core/message';
import { inspectExtension, type Problem } from '../../../src/packaging';
import { temporaryFolder } from '../../support/temporary-folder';
import { type Files, lay, PNG } from '../../verdicts/case';

const SCRIPTS = { scripts: { build: 'vite build' } };
const MANIFEST = {
  manifest_version: 3,
  name: 'a',
  version: '1',
  icons: { 16: 'icon.png', 128: 'icon.png' },
  background: { service_worker: 'dist/worker.js' },
  action: { default_popup: 'popup.html', default_icon: 'icon.png' },
  content_scripts: [{ matches: ['https://example.com/*'], js: ['content.js', 'view.tsx'] }],
};
const SOURCES: Files = {
  'popup.html': '<script src="popup.js"></script>',
  'popup.ts': '',
  'content.ts': '',
  'view.tsx': '',
};

async function check(files: Files): Promise<readonly Problem[]> {
  const folder = temporaryFolder();
  await lay(folder, { name: '', files });
  return (await inspectExtension(folder, {}, new AbortController().signal)).problems;
}
const inShort = (problems: readonly Problem[]): string[] =>
  problems.map(({ severity, code, missingFile = '' }) => `${severity} ${code} ${missingFile}`.trim());

describe('Files that are not there', () => {
  it('are one problem if a build of the project makes them, as severe as the worst of them', async () => {
    const problems = await check({
      'manifest.json': MANIFEST,
      'package.json': SCRIPTS,
      'icon.png': PNG,
      ...SOURCES,
    });
    assert.deepEqual(inShort(problems), ['error not-built']);
    const problem = problems[0] ?? assert.fail();
    assert.match(
      english(problem.message),
      /^“(dist\/worker|content)\.js” and 3 more are made by a build\. Run “npm run build”/,
    );
    assert.equal(problem.file, 'manifest.json');
  });

  it('are told each, and once, where no build makes them', async () => {
    const files = { 'manifest.json': MANIFEST, ...SOURCES };
    const each = ['error file-missing content.js', 'warning file-ending view.tsx', 'error file-missing dist/worker.js'];
    const told = inShort(await check(files));
    assert.deepEqual(
      told.toSorted(),
      [...each, 'error file-missing icon.png', 'warning page-file-missing popup.js'].toSorted(),
    );
    const withBuild = inShort(await check({ ...files, 'package.json': SCRIPTS }));
    assert.deepEqual(withBuild.toSorted(), ['error file-missing icon.png', 'error not-built']);
  });

  it('have no build because the project has a package.json alone', async () => {
    const told = inShort(await check({ 'manifest.json': MANIFEST, 'package.json': { scripts: {} }, ...SOURCES }));
    assert.ok(!told.some((each) => each.includes('not-built')), told.join());
  });
});
