import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { PATIENCE } from './until';
import { listen } from './network/listen';

/** What a page reported: a mouse or key event, that it has loaded, or that something changed it. */
export interface PageEvent {
  type: string;
  /** Path of the page. */
  path: string;
  /** Position among the events of its page: they are sent in this order, but may arrive in another. */
  order: number;
  x?: number;
  y?: number;
  button?: number;
  buttons?: number;
  /** `event.detail`: how many clicks in a row. */
  detail?: number;
  key?: string;
  code?: string;
  /** With `wheel`: CSS pixels. */
  deltaX?: number;
  deltaY?: number;
  /**
   * With `input` and `change`: the text of the box. With `scroll`: how far the page is scrolled down. With `framed` and
   * `pressed`: the name of the button.
   */
  value?: string;
  alt?: boolean;
  control?: boolean;
  meta?: boolean;
  shift?: boolean;
  /** With `load` and `cookie`: the page's cookies. */
  cookie?: string;
  /** With `changed`: what a content script wrote into `data-changed-by`. */
  by?: string;
}

export interface Pages {
  url: string;
  /** All events so far; the events of one page are in order. */
  events(): PageEvent[];
  /** Waits until an event matches, and returns the first one that does. */
  waitFor(fits: (event: PageEvent) => boolean): Promise<PageEvent>;
  /** Forgets all events so far. */
  clear(): void;
  /** Forgets this event and all that were sent before it, by whichever page, those too that are still to arrive. */
  forgetUntil(event: PageEvent): void;
  stop(): Promise<void>;
}

/** The center of the button of `/button`, in pixels of the screen. */
export const BUTTON_AT = { x: 200, y: 150 };

/** The box of `/input`, in pixels of the screen: both corners are inside. */
export const BOX = { left: 100, top: 100, right: 299, bottom: 199 };

/** More than any page reports: each page starts to count at this number times the milliseconds of its clock. */
export const EVENTS_A_PAGE = 1000;

/**
 * Serves real pages over HTTP on 127.0.0.1, which post their events back to this server:
 * `/button` has a button at BUTTON_AT; `/cookie` shows its cookies, sets one with `?set=NAME`, and on a click reports
 * its cookies and then sets `clicked`;
 * `/input` has a text box at BOX and another one after it, is 5000 pixels high, and also reports moves, the wheel, and what is typed; `/drop`
 * has a file that can be dragged from BUTTON_AT to x = 600;
 * `/long` is a text box that reports nothing but its text, at a click beside it;
 * `/download` downloads `report.txt` at a click; `/plain` has a sentence; `/blank` has nothing; `/hang` never finishes its first click: it waits for an answer that never comes; `/alert` opens a dialog at each click; `/close` closes
 * itself;
 * `/frame#NAME` is for a frame: it has a button NAME below 500 pixels and one beyond its edge, tells `framed` once it has
 * loaded and `pressed` at a click, and hangs at a message; with `?inner` it has a frame of another site, `inner`;
 * `/password` is for a frame too: it has a text box `Password` and a button `Sign in`, and tells `framed`, `pressed` and
 * `input`; with `?steals` it takes the focus whenever it has it not. `/around` has it in a frame of another site.
 */
export async function startPages(): Promise<Pages> {
  const recorder = new Recorder();
  const server = createServer((request, response) => {
    // A browser that is killed may close the connection in the middle of a report.
    serve(request, response, recorder).catch(() => response.destroy());
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    events: () => recorder.sorted(),
    waitFor: (fits) => recorder.waitFor(fits),
    clear: () => recorder.clear(),
    forgetUntil: (event) => recorder.forgetUntil(event),
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

class Recorder {
  private readonly arrivals = new EventEmitter();
  private events: readonly PageEvent[] = [];
  /** The order numbers of all events that ever arrived, including forgotten ones. */
  private readonly arrived = new Set<number>();
  /** The order number of the first event that is not forgotten. */
  private first = 0;

  add(event: PageEvent): void {
    if (event.order >= this.first) this.events = [...this.events, event];
    this.arrived.add(event.order);
    this.arrivals.emit('event');
  }

  /**
   * The events that arrived, in order. An event that overtook an earlier one of its page is left out until that one
   * arrives.
   */
  sorted(): PageEvent[] {
    return this.events.filter(({ order }) => this.isNext(order)).toSorted((one, other) => one.order - other.order);
  }

  private isNext(order: number): boolean {
    for (let earlier = order - (order % EVENTS_A_PAGE); earlier < order; earlier++)
      if (!this.arrived.has(earlier)) return false;
    return true;
  }

  clear(): void {
    this.events = [];
  }

  forgetUntil({ order }: PageEvent): void {
    this.first = order + 1;
    this.events = this.events.filter((event) => event.order >= this.first);
  }

  async waitFor(fits: (event: PageEvent) => boolean): Promise<PageEvent> {
    const signal = AbortSignal.timeout(PATIENCE);
    for (;;) {
      const event = this.sorted().find(fits);
      if (event) return event;
      await once(this.arrivals, 'event', { signal }).catch(() => {
        throw new Error(`no page told of what was waited for; told: ${JSON.stringify(this.sorted())}`);
      });
    }
  }
}

async function serve(request: IncomingMessage, response: ServerResponse, recorder: Recorder): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/events') {
    recorder.add(JSON.parse(await readText(request)));
    response.writeHead(204).end();
    return;
  }
  // Who waits for it does nothing else, and takes no processor time as a loop would.
  if (pathname === '/never') return;
  const content = CONTENT.get(pathname);
  const cookie = searchParams.get('set');
  if (cookie) response.setHeader('set-cookie', `${cookie}=set; Path=/`);
  response
    .writeHead(content ? 200 : 404, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    .end(content);
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Reports events to the server. Uses sendBeacon, which still delivers when the page closes or navigates. */
const TELL = `
  let order = 0;
  const start = Date.now() * ${EVENTS_A_PAGE};
  const tell = (type, more) => navigator.sendBeacon('/events', JSON.stringify({ type, path: location.pathname, order: start + order++, ...more }));
  const hang = () => { const request = new XMLHttpRequest(); request.open('GET', '/never', false); request.send(); };
  const changed = () => tell('changed', { by: document.documentElement.dataset.changedBy });
  new MutationObserver(changed).observe(document.documentElement, { attributeFilter: ['data-changed-by'] });
  addEventListener('pageshow', () => tell('load', { cookie: document.cookie }));
  for (const type of ['mousedown', 'mouseup', 'click', 'dblclick', 'contextmenu', 'auxclick', 'keydown', 'keyup']) addEventListener(type, (event) => {
    const { clientX: x, clientY: y, button, buttons, detail, key, code, altKey: alt, ctrlKey: control, metaKey: meta, shiftKey: shift } = event;
    tell(type, { x, y, button, buttons, detail, key, code, alt, control, meta, shift });
  });`;

function page(title: string, body: string, script = ''): string {
  return `<!doctype html><meta charset="utf-8"><title>${title}</title><script>${TELL}${script}</script><body>${body}`;
}

const CONTENT: ReadonlyMap<string, string> = new Map([
  [
    '/button',
    page(
      'Button',
      '<button style="position:fixed;left:100px;top:100px;width:200px;height:100px">clicked 0 times</button>',
      `let count = 0; addEventListener('click', () => { document.querySelector('button').textContent = 'clicked ' + ++count + ' times'; });`,
    ),
  ],
  [
    '/cookie',
    page(
      'Cookie',
      '<p></p>',
      `addEventListener('click', () => { tell('cookie', { cookie: document.cookie }); document.cookie = 'clicked=yes'; });
       addEventListener('load', () => { document.querySelector('p').textContent = document.cookie; });`,
    ),
  ],
  [
    '/input',
    page(
      'Input',
      '<textarea style="box-sizing:border-box;position:fixed;left:100px;top:100px;width:200px;height:100px"></textarea><input style="position:fixed;left:1000px;top:100px"><p style="height:5000px">High.</p>',
      `for (const type of ['mousemove', 'wheel']) addEventListener(type, ({ clientX: x, clientY: y, button, buttons, deltaX, deltaY, shiftKey: shift }) =>
         tell(type, { x, y, button, buttons, deltaX, deltaY, shift }));
       addEventListener('input', ({ target }) => tell('input', { value: target.value }));
       addEventListener('scrollend', () => tell('scroll', { value: String(scrollY) }));`,
    ),
  ],
  [
    '/drop',
    page(
      'Drop',
      '<div draggable="true" style="position:fixed;left:100px;top:100px;width:200px;height:100px">Drag me.</div><p style="position:fixed;left:500px;top:100px;width:200px;height:100px">Here.</p>',
      `addEventListener('dragstart', ({ dataTransfer }) => { dataTransfer.setData('text/plain', 'dragged'); tell('dragstart', {}); });
       addEventListener('dragover', (event) => event.preventDefault());
       addEventListener('drop', (event) => { event.preventDefault(); tell('drop', { x: event.clientX, y: event.clientY, value: event.dataTransfer.getData('text/plain') }); });
       addEventListener('dragend', () => tell('dragend', {}));`,
    ),
  ],
  [
    '/long',
    page(
      'Long',
      '<textarea autofocus style="position:fixed;left:100px;top:100px;width:200px;height:100px"></textarea>',
      `for (const type of ['keydown', 'keyup']) document.addEventListener(type, (event) => event.stopPropagation());
       addEventListener('change', ({ target }) => tell('change', { value: target.value }));`,
    ),
  ],
  [
    '/download',
    page(
      'Download',
      '<a download="report.txt" style="position:fixed;left:100px;top:100px;width:200px;height:100px">Download</a>',
      `addEventListener('load', () => { document.querySelector('a').href = URL.createObjectURL(new Blob(['downloaded'])); });`,
    ),
  ],
  ['/plain', page('Plain', '<p>Nothing here.</p>')],
  ['/blank', page('Blank', '')],
  ['/hang', page('Hang', '<p>Hangs at a click.</p>', `addEventListener('mousedown', hang);`)],
  [
    '/frame',
    page(
      'Frame',
      '<p style="height:500px">High.</p><button id="named"></button><button style="position:absolute;left:-500px">beyond</button><br>',
      `addEventListener('click', ({ target }) => tell('pressed', { value: target.textContent }));
       addEventListener('message', () => { tell('hangs'); hang(); });
       addEventListener('DOMContentLoaded', () => {
         document.querySelector('#named').textContent = location.hash.slice(1);
         if (location.search !== '?inner') return;
         const inner = document.createElement('iframe');
         inner.style = 'margin: 40px; border: 3px solid; padding: 5px; height: 200px; width: 200px';
         const other = location.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
         inner.src = 'http://' + other + ':' + location.port + '/frame#inner';
         document.body.append(inner);
       });
       addEventListener('load', () => tell('framed', { value: location.hash.slice(1) }));`,
    ),
  ],
  [
    '/password',
    page(
      'Password',
      '<label>Password <input></label><button>Sign in</button>',
      `addEventListener('click', ({ target }) => tell('pressed', { value: target.textContent }));
       addEventListener('input', ({ target }) => tell('input', { value: target.value }));
       addEventListener('load', () => {
         tell('framed', { value: 'Password' });
         if (location.search === '?steals') setInterval(() => document.querySelector('input').focus(), 1);
       });`,
    ),
  ],
  [
    '/around',
    page(
      'Around',
      '<br><button>Around</button>',
      `addEventListener('DOMContentLoaded', () => {
         const frame = document.createElement('iframe');
         frame.src = 'http://localhost:' + location.port + '/password';
         document.body.prepend(frame);
       });`,
    ),
  ],
  [
    '/alert',
    page(
      'Alert',
      '<p>Asks at a click.</p>',
      `addEventListener('click', () => tell('answered', { key: String(confirm('Sure?')) }));`,
    ),
  ],
  [
    '/close',
    page(
      'Close',
      '<p>Closes at a click.</p>',
      `addEventListener('click', () => { tell('closing'); window.close(); });`,
    ),
  ],
  ['/link', page('Link', '<a href="/button" style="position:fixed;inset:0">to the button</a>')],
  [
    '/opener',
    page('Opener', '<p>Opens a tab at a click.</p>', `addEventListener('click', () => window.open('/button'));`),
  ],
]);
