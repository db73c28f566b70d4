import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Locator } from 'playwright-core';
import { nightly } from '../support/nightly';
import { until } from '../support/until';
import { answers, speaksTo, useFaultyService, type Behaviour } from '../support/faults/faulty-service';
import { useWindow } from './window';

const SESSIONS = /^\/browsers\?/;
const COUNT = 2300;

const nameOf = (index: number): string => `session-${String(index).padStart(4, '0')}`;

const ALL = Array.from({ length: COUNT }, (_, index) => ({
  session_id: `s${index}`,
  name: nameOf(index),
  viewport: { width: 1280, height: 800 },
}));

/** Lists so many sessions, page by page, or those of them that a query finds. */
const listed: Behaviour = (exchange) => {
  const { searchParams } = new URL(exchange.request.path, 'http://localhost');
  const [limit = 0, offset = 0] = ['limit', 'offset'].map((name) => Number(searchParams.get(name)));
  const found = ALL.filter(({ name }) => name.includes(searchParams.get('query') ?? ''));
  return answers(200, JSON.stringify(found.slice(offset, offset + limit)))(exchange);
};

describe('A list of thousands of sessions, in the window', () => {
  const faulty = useFaultyService();
  const window = useWindow(() => ({
    ...speaksTo(faulty.service.url, { opens: 'once' }),
    newConnections: { address: faulty.service.url },
  }));
  const rows = (): Locator => window.workbench.tree.pane('Sessions').locator('.monaco-list-row');
  const row = (label: string): Locator => window.workbench.tree.row(label, 'Sessions');

  const choices = (): Locator => window.workbench.palette.widget.locator('.quick-input-list .monaco-list-row');
  const searches = (): (string | null)[] =>
    faulty.service
      .requests(SESSIONS)
      .map(({ path }) => new URL(path, 'http://localhost').searchParams.get('query'))
      .filter((query) => query !== null);

  async function toEnd(): Promise<void> {
    await rows().first().click();
    await window.workbench.page.keyboard.press('End');
  }

  /** How many rows the list has, as a screen reader is told. */
  async function size(): Promise<number> {
    return Number(await rows().first().getAttribute('aria-setsize'));
  }

  nightly('ends with a row that loads the next ones, by a click and by Enter, until there are no more', async () => {
    const { workbench } = window;
    faulty.service.at(SESSIONS, listed);
    await workbench.tree.view('Browser Sessions');
    for (const view of ['Pools', 'Catalog']) await workbench.tree.collapse(view);
    await row(nameOf(0)).waitFor();
    await toEnd();
    await row('Load More').filter({ hasText: '1,000 loaded' }).waitFor();
    await workbench.tree.pane('Sessions').locator('.pane-header', { hasText: '· 1,000+' }).waitFor();
    await workbench.screenshot('rows-load-more');
    assert.equal(await size(), 1001);
    await row('Load More').click();
    await until('2,000 sessions and the last row', async () => (await size()) === 2001);
    await toEnd();
    await row('Load More').waitFor();
    await row(nameOf(1999)).waitFor();
    await workbench.page.keyboard.press('Enter');
    await until('all sessions', async () => (await size()) === COUNT);
    await toEnd();
    await row(nameOf(COUNT - 1)).waitFor();
    await row('Load More').waitFor({ state: 'hidden' });
    await workbench.screenshot('rows-loaded-all');
    const offsets = faulty.service.requests(SESSIONS).map(({ path }) => Number(/offset=(\d+)/.exec(path)?.[1]));
    assert.deepEqual(
      offsets.filter((offset) => offset >= 1000),
      Array.from({ length: 14 }, (_, index) => 1000 + index * 100),
    );
  });

  nightly(
    'is searched by the service: a session that is not loaded is found by its name, and its row selected',
    async () => {
      const { workbench } = window;
      faulty.service.at(SESSIONS, listed);
      await workbench.tree.view('Browser Sessions');
      await row(nameOf(0)).waitFor();
      await workbench.palette.run('Browser Sessions: Find Session…');
      await workbench.palette.asked('Name, pool, ID').waitFor();
      assert.deepEqual(searches(), []);
      await workbench.palette.box.fill('session-229');
      await workbench.palette.choice(nameOf(2290)).waitFor();
      await workbench.palette.box.fill(nameOf(2250));
      await until('only one is found', async () => (await choices().count()) === 1);
      await workbench.palette.choice(nameOf(2250)).waitFor();
      await workbench.screenshot('rows-find');
      await workbench.page.keyboard.press('Enter');
      await row(nameOf(2250)).and(workbench.page.locator('[aria-selected="true"]')).waitFor();
      await workbench.screenshot('rows-found');
      assert.deepEqual(searches(), ['session-229', nameOf(2250)]);
    },
  );

  nightly('says in the box what matches nothing, and why the service could not be asked', async () => {
    const { workbench } = window;
    faulty.service.at(SESSIONS, listed);
    await workbench.tree.view('Browser Sessions');
    await row(nameOf(0)).waitFor();
    // The view of the row that is chosen is shown.
    await workbench.tree.view('Explorer');
    await workbench.palette.run('Browser Sessions: Find Session…');
    await workbench.palette.asked('Name, pool, ID').waitFor();
    await workbench.palette.box.fill('nobody');
    await workbench.palette.choice('No matching session.').waitFor();
    faulty.service.at(SESSIONS, answers(500, '{"message":"out of order"}'));
    await workbench.palette.box.fill(nameOf(7));
    await workbench.palette.choice('Couldn’t list sessions.').waitFor();
    await workbench.screenshot('rows-find-failed');
    await workbench.palette.choice(nameOf(7)).click();
    await row(nameOf(7)).and(workbench.page.locator('[aria-selected="true"]')).waitFor();
  });

  nightly('asks for one text at a time, shows the newest, and gives up when the box is closed', async () => {
    const { workbench } = window;
    faulty.service.at(SESSIONS, listed);
    await workbench.tree.view('Browser Sessions');
    await row(nameOf(0)).waitFor();
    const released = new AbortController();
    const late: Behaviour = async (exchange) => {
      if (exchange.request.path.includes(nameOf(2250))) await once(released.signal, 'abort');
      if (!exchange.request.path.includes(nameOf(2270))) await listed(exchange);
    };
    faulty.service.at(SESSIONS, late);
    await workbench.palette.run('Browser Sessions: Find Session…');
    await workbench.palette.asked('Name, pool, ID').waitFor();
    await workbench.palette.box.fill(nameOf(2250));
    await until('the first is asked for', () => searches().length === 1);
    for (const text of [nameOf(2251), nameOf(7)]) await workbench.palette.box.fill(text);
    // It is loaded, so it is shown before the service is asked.
    await workbench.palette.choice(nameOf(7)).waitFor();
    released.abort();
    await until('the newest is asked for', () => searches().length === 2);
    assert.deepEqual(searches(), [nameOf(2250), nameOf(7)]);
    assert.equal(await choices().count(), 1);
    await workbench.palette.box.fill(nameOf(2270));
    await until('the last is asked for', () => searches().length === 3);
    await workbench.page.keyboard.press('Escape');
    await faulty.service.abandoned();
    await workbench.palette.widget.waitFor({ state: 'hidden' });
  });
});
