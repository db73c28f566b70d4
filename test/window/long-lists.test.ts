import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { until } from '../service/local-service/until';
import { answers, speaksTo, useFaultyService, type Behaviour } from './faulty-service';
import { useWindow } from './window';

const SESSIONS = /^\/browsers\?/;
const COUNT = 2300;

/** Lists so many sessions, page by page. */
const listed: Behaviour = (exchange) => {
  const { searchParams } = new URL(exchange.request.path, 'http://localhost');
  const [limit, offset] = ['limit', 'offset'].map((name) => Number(searchParams.get(name)));
  const length = Math.max(0, Math.min(limit ?? 0, COUNT - (offset ?? 0)));
  const page = Array.from({ length }, (_, index) => ({
    session_id: `s${index + (offset ?? 0)}`,
    name: nameOf(index + (offset ?? 0)),
  }));
  return answers(200, JSON.stringify(page))(exchange);
};

const nameOf = (index: number): string => `session-${String(index).padStart(4, '0')}`;

describe('A list of thousands of sessions, in the window', () => {
  const faulty = useFaultyService();
  const window = useWindow(() => speaksTo(faulty.service.url, { opens: 'once' }));
  const rows = (): Locator => window.workbench.pane('Sessions').locator('.monaco-list-row');
  const row = (label: string): Locator => window.workbench.treeRow(label, 'Sessions');

  async function toEnd(): Promise<void> {
    await rows().first().click();
    await window.workbench.page.keyboard.press('End');
  }

  /** How many rows the list has, as a screen reader is told. */
  async function size(): Promise<number> {
    return Number(await rows().first().getAttribute('aria-setsize'));
  }

  it('ends with a row that loads the next ones, by a click and by Enter, until there are no more', async () => {
    const { workbench } = window;
    faulty.service.at(SESSIONS, listed);
    await workbench.view('Browser Sessions');
    for (const view of ['Pools', 'Extensions']) await workbench.collapse(view);
    await row(nameOf(0)).waitFor();
    await toEnd();
    await row('Load More…').waitFor();
    await workbench.screenshot('rows-load-more');
    assert.equal(await size(), 1001);
    await row('Load More…').click();
    await until('2,000 sessions and the last row', async () => (await size()) === 2001);
    await toEnd();
    await row('Load More…').waitFor();
    await row(nameOf(1999)).waitFor();
    await workbench.page.keyboard.press('Enter');
    await until('all sessions', async () => (await size()) === COUNT);
    await toEnd();
    await row(nameOf(COUNT - 1)).waitFor();
    await row('Load More…').waitFor({ state: 'hidden' });
    await workbench.screenshot('rows-loaded-all');
    const offsets = faulty.service.requests(SESSIONS).map(({ path }) => Number(/offset=(\d+)/.exec(path)?.[1]));
    assert.deepEqual(
      offsets.filter((offset) => offset >= 1000),
      Array.from({ length: 14 }, (_, index) => 1000 + index * 100),
    );
  });
});
