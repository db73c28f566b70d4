import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../../src/core/errors';
import { AgentLocks } from '../../../src/tools';
import { temporaryFolder } from '../../support/temporary-folder';

const CONNECTION = { name: 'one', address: 'https://example.com' };
const [ONE, OTHER] = [
  { id: '1', name: 'One' },
  { id: '2', name: 'Other' },
];

describe('A lock of a session', () => {
  const top = temporaryFolder();
  const folderIn = (name: string): string => path.join(top, name, 'locks');

  it('is told to whoever comes second, in a folder that only this user can read', async () => {
    const folder = folderIn('mine');
    const locks = new AgentLocks(folder);
    await locks.take(CONNECTION, 'a', ONE, false);
    assert.equal((await locks.of(CONNECTION, 'a'))?.caller.name, 'One');
    await assert.rejects(locks.take(CONNECTION, 'a', OTHER, false), /^UserError: One has been working/);
    if (process.platform !== 'win32')
      for (const each of [folder, path.dirname(folder)]) assert.equal(statSync(each).mode & 0o777, 0o700);
    await locks.giveBackAll(ONE.id);
    assert.equal((await locks.take(CONNECTION, 'a', OTHER, false)).caller, OTHER);
  });

  it('is one at a service, whatever its connection is called', async () => {
    const locks = new AgentLocks(folderIn('named'));
    await locks.take(CONNECTION, 'a', ONE, false);
    const other = { name: 'command line', address: 'https://EXAMPLE.com/' };
    await assert.rejects(locks.take(other, 'a', OTHER, false), /^UserError: One has been working/);
  });

  it('is not taken in a folder that other users may write to', async function () {
    if (process.platform === 'win32') this.skip();
    const folder = folderIn('open');
    mkdirSync(path.dirname(folder));
    chmodSync(path.dirname(folder), 0o777);
    await assert.rejects(
      new AgentLocks(folder).take(CONNECTION, 'a', ONE, false),
      (error) => error instanceof UserError && error.message.includes('is open to other users of this machine'),
    );
  });

  it('is had by all of ten calls at once of one agent', async () => {
    const locks = new AgentLocks(folderIn('calls'));
    const calls = Array.from({ length: 10 }, () => locks.take(CONNECTION, 'a', ONE, false));
    for (const lock of await Promise.all(calls)) assert.equal(lock.caller, ONE);
  });

  it('is had by one of ten agents that take it at once, also when one is over', async () => {
    const folder = folderIn('agents');
    const callers = Array.from({ length: 10 }, (_, at) => ({ id: `agent ${at}`, name: `Agent ${at}` }));
    for (const round of [1, 2, 3]) {
      const taking = callers.map((caller) => new AgentLocks(folder).take(CONNECTION, 'a', caller, false));
      const ends = await Promise.allSettled(taking);
      const had = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value.caller.id] : []));
      assert.equal(had.length, 1, `round ${round}`);
      for (const end of ends)
        if (end.status === 'rejected') assert.match(String(end.reason), /^UserError: Agent \d has been working/);
      assert.equal((await new AgentLocks(folder).of(CONNECTION, 'a'))?.caller.id, had[0]);
      await new AgentLocks(folder).giveBackAll(had[0] ?? '');
    }
  });

  it('is not taken where its file can’t be made, and nothing was done then', async () => {
    const folder = path.join(top, 'a file', 'in', 'locks');
    writeFileSync(path.join(top, 'a file'), '');
    await assert.rejects(
      new AgentLocks(folder).take(CONNECTION, 'a', ONE, false),
      (error) => error instanceof UserError && /^Nothing was done, .* \(E\w+\)/.test(error.message),
    );
  });
});
