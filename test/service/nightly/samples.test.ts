import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createCoverageMap } from 'istanbul-lib-coverage';
import { startLocalService, type LocalService } from '../../support/local-service';
import { nightly } from '../../support/nightly';
import { buildSample, npm, SAMPLES } from '../../support/samples';
import { Person } from '../cli/command-line';

describe('Samples', () => {
  let service: LocalService;
  before(async () => {
    service = await startLocalService();
  });
  after(() => service.stop());

  for (const { name, build, rules, worker, content, popup } of SAMPLES)
    nightly(`: ${name} is built by its tool, checked, tested, covered, watched and logged`, async () => {
      const person = new Person({ BROWSER_SESSIONS_ADDRESS: service.url, BROWSER_SESSIONS_TOKEN: service.token });
      try {
        await buildSample(name, person.folder);
        await npm(person.folder, 'run', 'check');
        const checked = await person.run('check', build);
        assert.deepEqual([checked.code, checked.out.split('.')[0]], [0, '0 errors, 0 warnings'], checked.out);

        const tested = await person.run('test', '--coverage-json', 'coverage.json');
        assert.deepEqual([tested.code, tested.out.match(/^\d passed/m)?.[0]], [0, '2 passed'], tested.out + tested.err);
        const map = createCoverageMap(JSON.parse(readFileSync(path.join(person.folder, 'coverage.json'), 'utf8')));
        const lines = (file: string): number =>
          map.fileCoverageFor(path.join(person.folder, file)).toSummary().lines.pct;
        assert.deepEqual([rules, worker, content, popup].map(lines), [100, 100, 100, 100]);

        const session = (await person.run('start')).out.trim();
        const watching = person.start('upload', '--watch', build, '--session', session);
        await watching.says('Uploaded “Visits”');
        const source = path.join(person.folder, worker);
        const text = `${readFileSync(source, 'utf8')}\nconsole.log('built again');\n`;
        writeFileSync(source, text);
        await npm(person.folder, 'run', 'build');
        await watching.says('Reloaded “Visits”');
        const log = person.start('log', 'Visits', '--session', session);
        await log.says('built again');
        await log.says(`${worker}:${text.split('\n').length - 1}`);
        await log.interrupt();
        await watching.interrupt();
        await person.run('end', session);
      } finally {
        person.leave();
      }
    });
});
