import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { AgainOutcome } from '../../../src/app/upload/upload-again';
import { Cancelled, UserError } from '../../../src/core/errors';
import { startLocalService, type LocalService } from '../../support/local-service';
import { BreakingProxy, type Call, type Fault } from '../../support/network/breaking-proxy';
import { startPages, type Pages } from '../../support/pages';
import { until } from '../../support/until';
import { browserOf } from '../../support/processes';
import { showPage } from '../local-service/session';
import { ExtensionFolder, filesIn, Person } from '../../support/person';

/** What a session has of the extension. */
interface Had {
  readonly version: string | undefined;
  readonly files: Record<string, string>;
}

type Told = AgainOutcome | UserError | Cancelled;

/** An upload in place that is broken again and again, in one session. */
export class BreaksFixture {
  private had: Had = { version: undefined, files: {} };

  private constructor(
    private readonly service: LocalService,
    private readonly pages: Pages,
    private readonly proxy: BreakingProxy,
    private readonly folder: ExtensionFolder,
    private person: Person,
    /** Reaches the service without the proxy. */
    private readonly straight: Person,
    /** The calls of an upload that nothing disturbs. */
    readonly calls: readonly Call[],
    /** Where the session has the extension. */
    private readonly place: string,
  ) {}

  static async open(): Promise<BreaksFixture> {
    const [service, pages] = await Promise.all([startLocalService(), startPages()]);
    const proxy = await BreakingProxy.start(service.url);
    const folder = new ExtensionFolder({ content_scripts: [{ matches: [`${pages.url}/*`], js: ['worker.js'] }] });
    await showPage(service, service.session, pages, '/plain');
    const [straight, first] = [new Person(service), new Person({ url: proxy.url, token: service.token })];
    await first.upload(folder.path, service.session, 'again');
    const place = (await straight.loaded(service.session))[0]?.path ?? assert.fail();
    const calls: Call[] = [];
    const fixture = new BreaksFixture(service, pages, proxy, folder, first, straight, calls, place);
    await fixture.undisturbed();
    // Only a page that is there again is reloaded.
    await fixture.has();
    const outcome = await fixture.undisturbed();
    assert.ok(outcome.kind === 'reloaded' && outcome.pages === 1 && outcome.files.removed === 1);
    calls.push(...proxy.calls);
    fixture.had = await fixture.has();
    return fixture;
  }

  async close(): Promise<void> {
    for (const each of [this.person, this.straight]) each.close();
    await this.proxy.stop();
    await Promise.all([this.service.stop(), this.pages.stop()]);
  }

  /** Whatever is claimed is so, and the next time mends it. */
  async breakAt(broken: Call, fault: Fault): Promise<void> {
    let happened = false;
    await this.attempt(broken, (isMeant) => {
      happened ||= isMeant;
      return isMeant ? fault : undefined;
    });
    assert.ok(happened, 'the call was not made');
  }

  async breakFrom(broken: Call): Promise<void> {
    let isCut = false;
    await this.attempt(broken, (isMeant) => {
      isCut ||= isMeant;
      return isCut ? 'cut before' : undefined;
    });
  }

  async cancelAt(broken: Call): Promise<void> {
    const cancelling = new AbortController();
    const told = await this.attempt(
      broken,
      (isMeant) => (isMeant ? () => cancelling.abort() : undefined),
      cancelling.signal,
    );
    assert.ok(told instanceof Cancelled || ('kind' in told && told.kind === 'reloaded'), broken.name);
  }

  /** Kills the browser at the first call of this name. */
  async killAt(name: string): Promise<void> {
    await this.breakAt({ name, nth: 1 }, () => {
      const pid = browserOf(this.service.pid, this.service.session);
      assert.ok(pid);
      process.kill(pid, 'SIGKILL');
    });
  }

  private async attempt(
    broken: Call,
    faultOf: (isMeant: boolean) => Fault | undefined,
    stop?: AbortSignal,
  ): Promise<Told> {
    this.folder.change();
    this.proxy.breakAt(({ name, nth }) => faultOf(name === broken.name && nth === broken.nth));
    this.reconnect();
    const told = await this.person.again(this.folder.path, this.service.session, stop).catch((error: unknown) => {
      if (error instanceof UserError || error instanceof Cancelled) return error;
      throw error;
    });
    try {
      await this.assertTrue(told);
      await this.assertMended();
    } catch (error) {
      throw new Error(`${broken.name} ${broken.nth}: ${String('kind' in told ? told.kind : told)}`, { cause: error });
    }
    return told;
  }

  /** Whatever is claimed is so, and what is remembered too. */
  private async assertTrue(told: Told): Promise<void> {
    const before = this.had;
    const now = await this.has();
    const wanted = filesIn(this.folder.path);
    if (told instanceof UserError) this.assertSentence(told, before, now, wanted);
    else if (!(told instanceof Cancelled)) {
      assert.notEqual(told.kind, 'unchanged');
      if (told.kind === 'notPossible') assert.deepEqual(now, before);
      else assert.deepEqual(now, { version: versionOf(wanted), files: wanted });
    }
    const record = this.person.record(this.folder.path, this.service.session);
    if (record?.digests === undefined) return;
    assert.equal(record.version, now.version);
    assert.deepEqual(now.files, now.version === before.version ? before.files : wanted);
  }

  private assertSentence({ message }: UserError, before: Had, now: Had, wanted: Had['files']): void {
    assert.match(message, /^[“A-Z].*[.”]$/s);
    assert.doesNotMatch(message, /undefined|\{\d\}|\[object|devtools\//);
    assert.ok(!message.includes(this.service.token));
    assert.ok(now.version === before.version || now.version === versionOf(wanted), `${now.version}`);
    if (/Nothing was sent/.test(message)) assert.deepEqual(now, before);
  }

  private async assertMended(): Promise<void> {
    this.proxy.breakAt(() => undefined);
    const again = async (): Promise<string> => (await this.person.again(this.folder.path, this.service.session)).kind;
    assert.match(await again(), /^(reloaded|unchanged)$/);
    const files = filesIn(this.folder.path);
    this.had = await this.has();
    assert.deepEqual(this.had, { version: versionOf(files), files });
    assert.equal(readdirSync(path.join(this.place, '.browser-sessions')).length, 1);
    assert.equal(await again(), 'unchanged');
  }

  private async has(): Promise<Had> {
    // A page that is being reloaded is found only when it is there again.
    await until('the page is there', async () =>
      (await this.straight.pages(this.service.session)).includes(`${this.pages.url}/plain`),
    );
    const [only] = await this.straight.loaded(this.service.session);
    return { version: only?.version, files: filesIn(this.place) };
  }

  private undisturbed(): Promise<AgainOutcome> {
    this.folder.change();
    this.proxy.breakAt(() => undefined);
    this.reconnect();
    return this.person.again(this.folder.path, this.service.session);
  }

  /** The same person in a window that was opened just now: with no connection. */
  private reconnect(): void {
    this.person.close();
    this.person = new Person({ url: this.proxy.url, token: this.service.token }, this.person.storage);
  }
}

function versionOf(files: Record<string, string>): string {
  const { version }: { version: string } = JSON.parse(files['manifest.json'] ?? '{}');
  return version;
}

/** Whether it is a request, and not a message to DevTools. */
export function isHttp({ name }: Call): boolean {
  return /^[A-Z]+ /.test(name);
}
