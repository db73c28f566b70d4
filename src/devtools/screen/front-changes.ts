import { asRecord, asText } from '../../core/json';
import type { ProtocolEvent } from '../connection';
import type { FrontPage } from './front-page';

/** Tells by the browser's events whether another page may be in front now. */
export class FrontChanges {
  private readonly pages = new Set<unknown>();

  constructor(private readonly parent: string) {}

  /** @param page the one that is the display. */
  includes({ method, params, sessionId }: ProtocolEvent, page: FrontPage | undefined): boolean {
    if (page && sessionId === page.sessionId)
      return method === 'Page.screencastVisibilityChanged' || method === 'Inspector.targetCrashed';
    if (sessionId !== this.parent) return false;
    if (method === 'Target.detachedFromTarget') return asText(params['sessionId']) === page?.sessionId;
    if (method === 'Target.targetDestroyed') return this.pages.delete(params['targetId']);
    if (method !== 'Target.targetCreated' && method !== 'Target.targetInfoChanged') return false;
    const { targetId, type } = asRecord(params['targetInfo']);
    const isNew = type === 'page' && !this.pages.has(targetId);
    if (isNew) this.pages.add(targetId);
    // A page that is the display tells itself when it no longer is; its titles and addresses do not matter.
    return isNew || !page;
  }
}
