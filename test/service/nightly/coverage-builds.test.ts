import assert from 'node:assert/strict';
import path from 'node:path';
import { CoverageWatch, loadUnpacked } from '../../../src/devtools';
import { coverSources, type ScriptCoverage } from '../../../src/packaging';
import { DebuggedBrowser } from '../../support/browser';
import { linesNeverRun, linesThatRan } from '../../support/counted';
import { writeFiles } from '../../support/files';
import { temporaryFolder } from '../../support/temporary-folder';
import { until } from '../../support/until';
import { TOOL_BUILDS } from './tool-builds';

const { signal } = new AbortController();
const NEVER = '// never';
/** The last line that runs. */
const LAST = 'console.log(shop.name';

describe('Coverage of a build', () => {
  const browser = new DebuggedBrowser();
  before(() => browser.start());
  after(() => browser.kill());

  for (const { tool, dist, script, files } of TOOL_BUILDS)
    it(`by ${tool} is that of its sources, line by line`, async () => {
      const top = temporaryFolder();
      writeFiles(top, files);
      const folder = path.join(top, dist);
      const connection = await browser.connect();
      const ending = new AbortController();
      const watch = new CoverageWatch();
      await watch.begin(connection, ending.signal);
      await loadUnpacked(connection, folder, signal);
      const cover = async (): Promise<ScriptCoverage | undefined> => {
        await watch.take(signal);
        const counted = (await watch.counts()).find((each) => each.path === script);
        return counted && coverSources([{ folder, top }], counted, signal);
      };
      const never: Record<string, readonly number[]> = {};
      await until('its last line has run', async () => {
        const coverage = await cover();
        if (!coverage) return false;
        assert.ok('files' in coverage, JSON.stringify(coverage));
        for (const file of coverage.files) never[path.relative(top, file.path)] = linesNeverRun(file);
        return coverage.files.some((file) => {
          const lines = (files[path.relative(top, file.path)] ?? '').split('\n');
          return linesThatRan(file).some((line) => lines[line - 1]?.includes(LAST) === true);
        });
      });
      const sources = Object.entries(files).filter(([file]) => file.endsWith('.ts'));
      assert.equal(sources.length, 2);
      assert.deepEqual(
        never,
        Object.fromEntries(
          sources.map(([file, text]) => [
            file,
            text.split('\n').flatMap((line, index) => (line.endsWith(NEVER) ? [index + 1] : [])),
          ]),
        ),
      );
      ending.abort();
      connection.close();
    });
});
