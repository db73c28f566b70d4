import assert from 'node:assert/strict';
import { click, listClickableIn, placeOf } from '../../../src/app';
import { withFront } from '../../../src/devtools';
import { startLocalService, type LocalService } from '../../local-service';
import { startPages, type Pages } from '../../pages';
import { openSession, Person } from './again-stage';

const { signal } = new AbortController();
const INNER = '<button>two</button><button disabled>never</button>';
const PAGE = `<button>one</button><iframe srcdoc="${INNER}"></iframe><a href="#here">three</a>
  <div style="height: 3000px"></div><button onclick="this.textContent = 'clicked'">four</button><div role="button"></div>`;

describe('What can be clicked on a page, by name', () => {
  let service: LocalService;
  let pages: Pages;
  let person: Person;
  let session: string;

  before(async () => {
    [service, pages] = await Promise.all([startLocalService(), startPages()]);
    person = new Person(service);
    session = await openSession(service, `${pages.url}/plain`);
    await pages.waitFor(({ type }) => type === 'load');
  });
  after(async () => {
    person.close();
    await Promise.all([service.stop(), pages.stop()]);
  });

  async function run(expression: string): Promise<unknown> {
    const answer = await person.devtools
      .of(person.client, session)
      .use(
        (connection) =>
          withFront(connection, signal, ({ page }) =>
            connection.send(
              'Runtime.evaluate',
              { expression, returnByValue: true, awaitPromise: true },
              { signal, sessionId: page?.sessionId ?? '' },
            ),
          ),
        signal,
      );
    return JSON.parse(JSON.stringify(answer)).result.value;
  }

  it('is listed in reading order, frames where they stand, and each is clicked in its middle', async () => {
    await run(`document.body.innerHTML = ${JSON.stringify(PAGE)};
      new Promise((resolve) => document.querySelector('iframe').addEventListener('load', resolve));`);
    const parts = { client: person.client, sessions: person.records.sessions, devtools: person.devtools };
    const found = await listClickableIn(parts, { id: session }, signal);
    assert.deepEqual(
      found.map(({ role, name, isInPopup }) => (isInPopup ? 'in a popup' : [role, name])),
      [
        ['button', 'one'],
        ['button', 'two'],
        ['link', 'three'],
        ['button', 'four'],
        ['button', ''],
      ],
    );
    const [, inFrame, , below] = found;
    assert.ok(inFrame && below);
    const middle = await run(`(() => {
      const frame = document.querySelector('iframe');
      const [outer, inner] = [frame, frame.contentDocument.querySelector('button')].map((each) => each.getBoundingClientRect());
      return {
        x: Math.floor(outer.left + frame.clientLeft + inner.left + inner.width / 2),
        y: Math.floor(outer.top + frame.clientTop + inner.top + inner.height / 2),
      };
    })()`);
    assert.deepEqual(await placeOf(parts, { id: session }, inFrame, signal), middle);
    // It is scrolled into view.
    const place = await placeOf(parts, { id: session }, below, signal);
    await click(parts, { sessionId: session, click: place }, signal);
    assert.equal(await run(`document.querySelector('div + button').textContent`), 'clicked');
  });
});
