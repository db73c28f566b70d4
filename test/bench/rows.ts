// VS Code calls run() in the extension host; `npm run bench -- rows` reads the results that it writes.
import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { LoadedExtensions } from '../../src/app/loaded/loaded-extensions';
import { Activities } from '../../src/app/activities/activities';
import { wordsForStop } from '../../src/app/activities/stop-reasons';
import { openRecords } from '../../src/state';
import { sessionRows } from '../../src/ui/views';
import { itemOf } from '../../src/ui/views/items';
import type { SessionRow } from '../../src/ui/views/rows';
import { SessionClock } from '../../src/ui/views/session-clock';
import { manySessions } from '../support/many-sessions';
import { storage } from '../support/storage';

const CONNECTION = { name: 'one', address: 'https://a', production: false };
const ROUNDS = 9;

/** Milliseconds of each round; the first one is cold. */
type Rounds = readonly number[];

interface Figures {
  readonly host: string;
  readonly count: number;
  /** Reading the records, their rows, when one of them counts down next, and the items that the editor gets. */
  readonly read: Rounds;
  readonly rows: Rounds;
  readonly clock: Rounds;
  readonly items: Rounds;
}

export async function run(): Promise<void> {
  const count = Number(process.env['BENCH_ROWS']);
  const loaded = new LoadedExtensions();
  const activities = new Activities(wordsForStop);
  const [read, rows, clock, items]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    const { sessions } = openRecords(storage(), CONNECTION, () => {});
    // As a list of the service: not all of them are stored.
    await sessions.replace(manySessions(count), () => true);
    const begin = performance.now();
    sessions.all();
    const start = performance.now();
    const made = sessionRows(CONNECTION, sessions, { loaded, activities });
    const timed = performance.now();
    startClock(made);
    const between = performance.now();
    const shown = made.map(itemOf);
    items.push(performance.now() - between);
    read.push(start - begin);
    rows.push(timed - start);
    clock.push(between - timed);
    if (new Set(shown.map(({ id }) => id)).size !== count) throw new Error(`There are ${shown.length} rows.`);
  }
  loaded.dispose();
  activities.dispose();
  const host = `VS Code ${vscode.version}, Node ${process.versions.node}`;
  const figures: Figures = { host, count, read, rows, clock, items };
  const results = process.env['TEST_RESULTS'];
  if (results) writeFileSync(results, JSON.stringify({ passed: [host], failures: [], ...figures }));
}

/** The view does so before the editor gets its rows; the timer that this leaves does nothing. */
function startClock(rows: readonly SessionRow[]): void {
  new SessionClock({ rows: () => rows, redraw: () => {}, onEnd: () => {} }).restart();
}
