import assert from 'node:assert/strict';
import { until } from '../../support/until';
import { DevServer, ShareFixture } from '../app/share-fixture';
import { Person } from './command-line';

describe('The command share', () => {
  let fixture: ShareFixture;
  let dev: DevServer;
  let person: Person;

  before(async () => {
    [fixture, dev] = await Promise.all([ShareFixture.open(), DevServer.start()]);
    const { url, token } = fixture.service;
    person = new Person({ BROWSER_SESSIONS_ADDRESS: url, BROWSER_SESSIONS_TOKEN: token });
  });
  after(async () => {
    person.leave();
    dev.stop();
    await fixture.close();
  });

  it('shares ports until it is interrupted, and tells what is refused and what is down', async () => {
    const down = await DevServer.start();
    down.stop();
    assert.equal((await person.run('share', '65536')).code, 2);
    const running = person.start('share', String(dev.port), String(down.port));
    await running.says(`can reach these ports of this machine: localhost:${dev.port}, localhost:${down.port}.`);
    const page = await fixture.open(`${dev.origin}/from-terminal`);
    assert.equal(await page.run('document.title'), '/from-terminal');
    await page.run(`fetch('${down.origin}/').catch(() => {})`);
    await running.says(`Nothing answers at localhost:${down.port} on the machine that shares it.`);
    const { code } = await running.interrupt();
    assert.equal(code, 130);
    await until(
      'nothing is shared',
      async () => (await page.run(`fetch('/').then(() => 'there', () => 'gone')`)) === 'gone',
    );
    const production = new Person({ ...person.environment, BROWSER_SESSIONS_PRODUCTION: '1' });
    assert.match((await production.run('share', '5173')).err, /^This is a production connection/);
  });

  it('is nothing that a sequence can do by itself: a test gets its ports only from who runs it', async () => {
    dev.on('/data', (_, response) => void response.end('from this machine'));
    person.write('', {
      'shop.sequence.json': {
        ports: [dev.port],
        start: `${dev.origin}/shop`,
        steps: [
          { mock: { url: `${dev.origin}/mocked`, body: 'mocked' } },
          { expect: { address: `${dev.origin}/shop` } },
          { open: `${dev.origin}/mocked` },
          { expect: { text: 'mocked' } },
          { open: `${dev.origin}/data` },
          { expect: { text: 'from this machine' } },
        ],
      },
    });
    dev.asked.splice(0);
    const refused = await person.run('test', '--timeout', '30s');
    assert.equal(refused.code, 1);
    assert.match(refused.out, new RegExp(`It needs localhost:${dev.port} of this machine, which only you can allow`));
    assert.deepEqual(dev.lines, []);
    const other = await person.run('test', '--timeout', '30s', '--share', '1');
    assert.equal(other.code, 1);
    const { code, out, err } = await person.run('test', '--timeout', '30s', '--share', String(dev.port));
    assert.equal(code, 0, out + err);
    assert.deepEqual(dev.lines, ['GET /shop', 'GET /data']);
  });
});
