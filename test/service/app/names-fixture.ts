import { click } from '../../../src/app/computer';
import { listElements, placeOf, type ShownElement } from '../../../src/app/page/elements';
import type { Pixel } from '../../../src/core/screen/geometry';
import { withFront } from '../../../src/devtools';
import { startLocalService, type LocalService } from '../../support/local-service';
import { BreakingProxy } from '../../support/network/breaking-proxy';
import { startPages, type Pages } from '../../support/pages';
import { openSession, Person } from '../../support/person';

const { signal } = new AbortController();

/** A session whose page a test fills, and someone who clicks there by name. */
export class NamesFixture {
  private constructor(
    private readonly service: LocalService,
    /** Between the person and the service. */
    readonly proxy: BreakingProxy,
    readonly pages: Pages,
    readonly person: Person,
    readonly session: string,
  ) {}

  static async open(): Promise<NamesFixture> {
    const [service, pages] = await Promise.all([startLocalService(), startPages()]);
    const proxy = await BreakingProxy.start(service.url);
    const person = new Person({ url: proxy.url, token: service.token });
    const session = await openSession(service, `${pages.url}/plain`);
    await pages.waitFor(({ type }) => type === 'load');
    return new NamesFixture(service, proxy, pages, person, session);
  }

  /** On the page. @returns the value of the expression. */
  // oxlint-disable-next-line typescript/no-explicit-any -- each expression has another value
  async run(expression: string): Promise<any> {
    const answer = await this.person.devtools
      .of(this.person.client, this.session)
      .use(
        (connection) =>
          withFront(connection, signal, ({ page }) =>
            connection.send(
              'Runtime.evaluate',
              { expression, returnByValue: true, awaitPromise: true },
              { signal, targetSession: page?.targetSession ?? '' },
            ),
          ),
        signal,
      );
    return JSON.parse(JSON.stringify(answer)).result.value;
  }

  async show(body: string): Promise<void> {
    await this.run(`document.body.innerHTML = ${JSON.stringify(body)}; scrollTo(0, 0)`);
  }

  async list(): Promise<readonly ShownElement[]> {
    return listElements(this.parts, { id: this.session }, signal);
  }

  async names(): Promise<string[]> {
    return (await this.list()).map(({ name }) => name);
  }

  async placeOf(wanted: ShownElement): Promise<Pixel> {
    return placeOf(this.parts, { id: this.session }, wanted, signal);
  }

  async click(wanted: ShownElement): Promise<void> {
    await click(this.parts, { sessionId: this.session, click: await this.placeOf(wanted) }, signal);
  }

  /** What is attached to, of the frames that have a process of their own. */
  async otherFrames(): Promise<{ url: string; isAttached: boolean }[]> {
    const answer = await this.person.devtools
      .of(this.person.client, this.session)
      .use((connection) => connection.send('Target.getTargets', {}, { signal }), signal);
    const { targetInfos }: { targetInfos: { type: string; url: string; attached: boolean }[] } = JSON.parse(
      JSON.stringify(answer),
    );
    return targetInfos
      .filter(({ type }) => type === 'iframe')
      .map(({ url, attached }) => ({ url, isAttached: attached }));
  }

  async close(): Promise<void> {
    this.person.close();
    await this.proxy.stop();
    await Promise.all([this.service.stop(), this.pages.stop()]);
  }

  get parts(): Parameters<typeof click>[0] & Parameters<typeof placeOf>[0] {
    const { client, records, devtools } = this.person;
    return { client, sessions: records.sessions, devtools };
  }
}
