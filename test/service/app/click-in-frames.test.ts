import assert from 'node:assert/strict';
import type { ShownElement } from '../../../src/app/page/elements';
import { UserError } from '../../../src/core/errors';
import { until } from '../../support/until';
import { NamesFixture } from './names-fixture';

const STYLE = 'border: 7px solid; padding: 11px; width: 400px; height: 300px';

describe('What is in a frame of another site, by name', () => {
  let fixture: NamesFixture;

  before(async () => {
    fixture = await NamesFixture.open();
  });
  beforeEach(() => fixture.pages.clear());
  afterEach(() => fixture.proxy.breakAt(() => undefined));
  after(() => fixture.close());

  /** @param name of the button in it, or of the one in the frame in it. */
  async function showFrame(source: string, name: string, style = STYLE): Promise<void> {
    const url = fixture.pages.url.replace('127.0.0.1', 'localhost');
    const frame = `<iframe style="${style}" src="${url}/frame${source}"></iframe>`;
    await fixture.show(`<button>before</button><div style="height: 1500px"></div>${frame}<button>after</button>`);
    await fixture.pages.waitFor(({ type, value }) => type === 'framed' && value === name);
  }

  /** A frame that is late is left out of a list. */
  async function find(wanted: string): Promise<ShownElement> {
    let found: ShownElement | undefined;
    await until(`${wanted} is listed`, async () => {
      found = (await fixture.list()).find(({ name }) => name === wanted);
      return found !== undefined;
    });
    return found ?? assert.fail(wanted);
  }

  async function isPressed(wanted: string): Promise<void> {
    const target = await find(wanted);
    // A frame that is late is not pointed at.
    await until(`${wanted} is visible`, async () => !(await isNotVisible(target)));
    await fixture.click(target);
    assert.equal((await fixture.pages.waitFor(({ type }) => type === 'pressed')).value, wanted);
    fixture.pages.clear();
  }

  async function isNotVisible(wanted: ShownElement): Promise<boolean> {
    return fixture.placeOf(wanted).then(
      () => false,
      (error: unknown) => error instanceof UserError && error.message.includes('isn’t visible'),
    );
  }

  it('is listed after what is the page’s own, a frame in a frame too, and clicked', async () => {
    await showFrame('?inner#outer', 'inner');
    await until('each frame has a process of its own', async () => {
      const hosts = (await fixture.otherFrames()).map(({ url }) => new URL(url).hostname);
      return hosts.toSorted().join(' ') === '127.0.0.1 localhost';
    });
    let names: string[] = [];
    await until('all are listed', async () => (names = await fixture.names()).length === 6);
    assert.deepEqual(names, ['before', 'after', 'outer', 'beyond', 'inner', 'beyond']);
    for (const name of ['inner', 'outer', 'inner']) await isPressed(name);
  });

  it('is clicked in a frame that is shrunk and turned, or larger than the display', async () => {
    await showFrame('?inner#outer', 'inner', `${STYLE}; transform: scale(0.5) rotate(90deg)`);
    for (const name of ['inner', 'outer']) await isPressed(name);
    await showFrame('?inner#outer', 'inner', 'width: 600px; height: 3000px');
    for (const name of ['inner', 'outer']) await isPressed(name);
  });

  it('is not clicked if it is hidden or covered, or in a document that is not there any more', async () => {
    await showFrame('#here', 'here');
    await assert.rejects(
      find('beyond').then((each) => fixture.placeOf(each)),
      /“beyond” isn’t visible/,
    );
    const here = await find('here');
    await fixture.run(
      `document.querySelector('iframe').src = document.querySelector('iframe').src.replace(/#.*/, '?new#other')`,
    );
    await fixture.pages.waitFor(({ type, value }) => type === 'framed' && value === 'other');
    await assert.rejects(fixture.placeOf(here), /“here” isn’t visible/);
    const other = await find('other');
    await until('the other is visible', async () => !(await isNotVisible(other)));
    await fixture.run(
      `document.body.insertAdjacentHTML('beforeend', '<div style="position: fixed; inset: 0; background: red"></div>')`,
    );
    await until('the browser displays what covers it', () => isNotVisible(other));
    await fixture.run(`document.querySelector('iframe').style.display = 'none'; document.body.lastChild.remove()`);
    await assert.rejects(fixture.placeOf(other), /“other” isn’t visible/);
    await fixture.run(`document.querySelector('iframe').remove()`);
    await assert.rejects(fixture.placeOf(other), /“other” isn’t visible/);
    assert.deepEqual(await fixture.names(), ['before', 'after']);
  });

  it('is left out if the frame hangs, or the browser does not tell what it is in', async () => {
    await showFrame('#here', 'here');
    fixture.proxy.breakAt(({ name }) => (name === 'DOM.getFrameOwner' ? 500 : undefined));
    assert.deepEqual(await fixture.names(), ['before', 'after']);
    fixture.proxy.breakAt(() => undefined);
    await fixture.run(`document.querySelector('iframe').contentWindow.postMessage('', '*')`);
    await fixture.pages.waitFor(({ type }) => type === 'hangs');
    // The frame never answers, so without a limit of time there would be no list.
    assert.deepEqual(await fixture.names(), ['before', 'after']);
  });

  it('is not attached to any longer than it takes, and only twenty frames are', async () => {
    const url = fixture.pages.url.replace('127.0.0.1', 'localhost');
    const frames = Array.from({ length: 25 }, (_, index) => `<iframe src="${url}/frame#${index}"></iframe>`);
    await fixture.show(`<button>before</button>${frames.join('')}`);
    for (const index of frames.keys())
      await fixture.pages.waitFor(({ type, value }) => type === 'framed' && value === String(index));
    // Fewer if they need longer than a person should wait.
    await until('twenty are listed', async () => {
      const { size } = new Set((await fixture.list()).flatMap(({ path }) => path));
      assert.ok(size <= 20, `${size}`);
      return size === 20;
    });
    await until('none is attached to', async () => !(await fixture.otherFrames()).some(({ isAttached }) => isAttached));
  });
});
