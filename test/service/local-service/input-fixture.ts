import assert from 'node:assert/strict';
import { type LocalService, type Reply, request, startLocalService } from '../../support/local-service';
import { type PageEvent, type Pages, startPages } from '../../support/pages';
import { showPage } from './session';

/** A point in the text box of `/input` and `/long`. */
export const INSIDE = { x: 150, y: 150 };

/** Where the mouse is when a test begins. */
const ELSEWHERE = { x: 900, y: 600 };

/** A service whose session shows a page anew for each test. */
export class InputFixture {
  private running: { readonly service: LocalService; readonly pages: Pages } | undefined;

  async start(): Promise<void> {
    const [service, pages] = await Promise.all([startLocalService(), startPages()]);
    this.running = { service, pages };
  }

  async stop(): Promise<void> {
    await Promise.all([this.service.stop(), this.pages.stop()]);
    assert.equal(this.service.complaints(), '');
  }

  get service(): LocalService {
    return this.parts().service;
  }

  get pages(): Pages {
    return this.parts().pages;
  }

  get session(): string {
    return this.service.session;
  }

  show(page: string): Promise<void> {
    return showPage(this.service, this.session, this.pages, page);
  }

  /** Moves the mouse. Chromium itself reports it at 0, 0 a moment after a page has loaded, which is forgotten here. */
  async rest(): Promise<void> {
    await this.send('move_mouse', ELSEWHERE);
    this.pages.forgetUntil(await this.pages.waitFor(({ type, x }) => type === 'mousemove' && x === ELSEWHERE.x));
  }

  ask(action: string, body: object): Promise<Reply> {
    return request(this.service, 'POST', `/browsers/${this.session}/computer/${action}`, body);
  }

  /** Sends input that has to be accepted. */
  async send(action: string, body: object): Promise<void> {
    const { status, text } = await this.ask(action, body);
    assert.deepEqual([status, text], [200, '']);
  }

  /** Clicks into the box, so that it has the focus. */
  async focus(): Promise<void> {
    await this.send('click_mouse', INSIDE);
    await this.pages.waitFor(({ type }) => type === 'click');
    this.pages.clear();
  }

  eventsOf(...types: string[]): PageEvent[] {
    return this.pages.events().filter(({ type }) => types.includes(type));
  }

  async released(wanted: string): Promise<void> {
    await this.pages.waitFor(({ type, key }) => type === 'keyup' && key === wanted);
  }

  /** The last text that the box reported. */
  text(): string | undefined {
    return this.eventsOf('input').at(-1)?.value;
  }

  private parts(): { readonly service: LocalService; readonly pages: Pages } {
    assert.ok(this.running);
    return this.running;
  }
}

/** A service for the tests of a `describe`, whose session shows this page when each of them begins. */
export function useInputFixture(page: string): InputFixture {
  const fixture = new InputFixture();
  before(() => fixture.start());
  after(() => fixture.stop());
  beforeEach(async () => {
    await fixture.show(page);
    await fixture.rest();
  });
  return fixture;
}
