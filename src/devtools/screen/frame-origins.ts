import { asRecord, asText } from '../../core/json';
import type { DevToolsConnection } from '../connection';
import { ifThere, worldIn, type Called, type FrameOfTree } from './frames';

/** Stands for the origin of a frame that does not tell it, or has another document since. */
const UNKNOWN = 'unknown';
/** Characters. No host has more. */
const MAX_NAME = 300;
/**
 * Asked in a world of our own, where a page can change none of it. `Page.getFrameTree` makes its `securityOrigin` of the
 * address alone: that of a sandboxed frame would be its site's, and one without an address would have none.
 */
const ORIGIN = `({
  origin: self.origin,
  site: location.origin,
  scheme: location.protocol,
  seesPage: (() => { try { return top.document !== null; } catch { return false; } })(),
})`;

interface DocumentOrigin {
  /** Undefined if it is opaque: equal to no other one. */
  readonly origin: string | undefined;
  readonly name: string;
  /** Whether the browser lets it use the document of the page. */
  readonly seesPage: boolean;
}

interface Begun {
  readonly name: Promise<string | undefined>;
  /** Whether its document still is the one that it had. */
  readonly isThere: () => Promise<boolean>;
}

/**
 * The origins of the frames of a page. A frame is the page's own if its origin is that of the page, and that of all
 * frames around it too: another one would decide which page is in it, and where.
 */
export class FrameOrigins {
  private page: Promise<DocumentOrigin | undefined> | undefined;
  private readonly begun = new Map<string, Begun>();

  constructor(private readonly connection: DevToolsConnection) {}

  /** Begins with the document that a frame has now: the page first, and each frame after what is around it. */
  begin({ id, parent }: FrameOfTree, to: Called): void {
    const world = ifThere(worldIn(this.connection, id, to), to.signal).catch(() => undefined);
    const document = world.then((contextId) => this.originIn(contextId, to)).catch(() => undefined);
    const isPage = this.page === undefined;
    this.page ??= document;
    const name = isPage ? Promise.resolve(undefined) : this.nameOf(document, parent);
    this.begun.set(id, {
      name,
      isThere: async () => isPage || (await this.evaluate('true', await world, to)) === true,
    });
  }

  /**
   * To be asked after something was read in a frame.
   * @returns the name of its origin, such as `https://ads.example`, `data:` or `sandboxed https://ads.example`;
   * undefined if it is the page's own.
   */
  async of(id: string): Promise<string | undefined> {
    const begun = this.begun.get(id);
    // A document that was replaced meanwhile answers no more.
    return begun && (await begun.isThere()) ? begun.name : UNKNOWN;
  }

  private async nameOf(
    document: Promise<DocumentOrigin | undefined>,
    parent: string | undefined,
  ): Promise<string | undefined> {
    const around = (parent === undefined ? undefined : this.begun.get(parent)?.name) ?? Promise.resolve(UNKNOWN);
    const [own, page, outer] = await Promise.all([document, this.page, around]);
    if (!own) return UNKNOWN;
    const isSame = own.origin === undefined ? page?.origin === undefined && own.seesPage : own.origin === page?.origin;
    return isSame && outer === undefined ? undefined : own.name;
  }

  private async originIn(contextId: number | undefined, to: Called): Promise<DocumentOrigin | undefined> {
    const told = asRecord(await this.evaluate(ORIGIN, contextId, to));
    const [origin, site, scheme = ''] = [told['origin'], told['site'], told['scheme']].map(asText);
    if (origin === undefined || origin.length > MAX_NAME || (site?.length ?? 0) > MAX_NAME) return undefined;
    const seesPage = told['seesPage'] === true;
    if (origin !== 'null') return { origin, name: origin, seesPage };
    return { origin: undefined, name: opaqueName(scheme, site), seesPage };
  }

  /** The value of an expression in a world; undefined if it does not answer. */
  private async evaluate(expression: string, contextId: number | undefined, to: Called): Promise<unknown> {
    if (contextId === undefined) return undefined;
    const asked = { expression, contextId, returnByValue: true };
    const answer = await ifThere(this.connection.send('Runtime.evaluate', asked, to), to.signal);
    return answer?.result?.value;
  }
}

/** @param site the origin of its address, which a sandbox takes from it. */
function opaqueName(scheme: string, site: string | undefined): string {
  if (site !== undefined && site !== 'null' && scheme !== 'file:') return `sandboxed ${site}`;
  return scheme === 'about:' ? 'sandboxed' : scheme;
}
