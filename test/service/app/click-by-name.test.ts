import assert from 'node:assert/strict';
import { NamesFixture } from './names-fixture';

const INNER = '<button>two</button><button disabled>never</button>';
const PAGE = `<button>one</button><iframe srcdoc="${INNER}"></iframe><a href="#here">three</a>
  <div style="height: 3000px"></div><button onclick="this.textContent = 'clicked'">four</button><div role="button"></div>`;
/** What only listens for clicks, and what holds it. */
const LISTENING = `<div id="root">
  <div onclick="this.dataset.is = 'clicked'"> By <b>attri</b>bute </div><div id="added"><p>By</p><p>script</p></div>
  <img alt="Pictured" onclick=";"><div onclick=";"></div><div onclick=";" style="display: none">hidden</div>
  <div onclick=";" aria-disabled="true">disabled</div><p onmousemove=";">Not a click.</p>
  <div onclick=";"><span onclick=";"><button onclick=";">Save</button></span></div>
  <a href="#link"><span onclick=";">Link</span></a><label onclick=";">Check <input type="checkbox"></label>
  <div onclick=";">Card <a href="#more">More</a></div><x-shadow></x-shadow>
  <iframe srcdoc="<p onclick=';'>Framed</p><button>in it</button>"></iframe></div><button>Banner</button>`;

describe('What can be clicked on a page, by name', () => {
  let fixture: NamesFixture;

  before(async () => {
    fixture = await NamesFixture.open();
  });
  afterEach(() => fixture.proxy.breakAt(() => undefined));
  after(() => fixture.close());

  async function showWithFrame(body: string): Promise<void> {
    await fixture.show(body);
    await fixture.run(`new Promise((resolve) => {
      const frame = document.querySelector('iframe');
      if (frame.contentDocument.querySelector('button')) resolve();
      else frame.addEventListener('load', resolve);
    })`);
  }

  it('may have a name of 1 MB, of which the beginning is kept, and is clicked', async () => {
    await fixture.show('<button>Long</button><button onclick="this.textContent = 1">Short</button>');
    await fixture.run(`document.querySelector('button').setAttribute('aria-label', 'x'.repeat(1e6))`);
    const [long, short] = await fixture.list();
    assert.deepEqual([long?.name.length, short?.name], [1000, 'Short']);
    assert.ok(short);
    await fixture.click(short);
    assert.equal(await fixture.run(`document.querySelectorAll('button')[1].textContent`), '1');
  });

  it('is listed in reading order, frames where they stand, and each is clicked in its middle', async () => {
    await showWithFrame(PAGE);
    const found = await fixture.list();
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
    const middle = await fixture.run(`(() => {
      const frame = document.querySelector('iframe');
      const [outer, inner] = [frame, frame.contentDocument.querySelector('button')].map((each) => each.getBoundingClientRect());
      return {
        x: Math.floor(outer.left + frame.clientLeft + inner.left + inner.width / 2),
        y: Math.floor(outer.top + frame.clientTop + inner.top + inner.height / 2),
      };
    })()`);
    assert.deepEqual(await fixture.placeOf(inFrame), middle);
    // It is scrolled into view.
    await fixture.click(below);
    assert.equal(await fixture.run(`document.querySelector('div + button').textContent`), 'clicked');
  });

  it('is also what only listens for clicks, each once, and not what listens for the whole page', async () => {
    await showWithFrame(LISTENING);
    await fixture.run(`(() => {
      const shadow = document.querySelector('x-shadow').attachShadow({ mode: 'closed' });
      shadow.innerHTML = '<div>In a shadow</div>';
      const root = document.querySelector('#root');
      for (const each of [document, document.documentElement, document.body, root, document.querySelector('#added'), shadow.firstChild])
        each.addEventListener('click', () => {});
    })()`);
    const found = await fixture.list();
    assert.deepEqual(
      found.map(({ role, name }) => [role, name]),
      [
        ['generic', 'By attribute'],
        ['generic', 'By script'],
        ['image', 'Pictured'],
        ['button', 'Save'],
        ['link', 'Link'],
        ['checkbox', 'Check'],
        ['generic', 'Card More'],
        ['link', 'More'],
        ['generic', 'In a shadow'],
        ['paragraph', 'Framed'],
        ['button', 'in it'],
        ['button', 'Banner'],
      ],
    );
    const [first] = found;
    assert.ok(first);
    await fixture.click(first);
    assert.equal(await fixture.run(`document.querySelector('[onclick]').dataset.is`), 'clicked');
  });

  it('is no page that listens as a whole, even if nothing else can be clicked', async () => {
    await fixture.show('<p>Nothing here.</p>');
    await fixture.run(`document.body.addEventListener('click', () => {})`);
    await assert.rejects(fixture.list(), /has nothing to click/);
    await fixture.show('<div onclick=";"><p>The only one</p></div>');
    assert.deepEqual(await fixture.names(), ['The only one']);
  });

  it('is found by its role alone if the browser does not tell what listens', async () => {
    await fixture.show('<button>one</button><div onclick=";">two</div>');
    assert.deepEqual(await fixture.names(), ['one', 'two']);
    fixture.proxy.breakAt(({ name }) => (name === 'DOMDebugger.getEventListeners' ? 500 : undefined));
    assert.deepEqual(await fixture.names(), ['one']);
  });

  it('is listed once a page that is busy has answered', async () => {
    await fixture.show('<button>there</button>');
    // Longer than a page that hangs is waited for.
    await fixture.run('setTimeout(() => { for (const end = Date.now() + 3000; Date.now() < end;); }) && 1');
    assert.deepEqual(await fixture.names(), ['there']);
  });
});
