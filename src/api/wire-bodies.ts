import type { Click } from '../core/click';
import type { Size } from '../core/screen/geometry';

/** Source of the field names: docs/service.md. An optional field is sent only if the user chose it. */

export interface ReleaseRequest {
  /** Pool ID or name. */
  readonly pool: string;
  readonly sessionId: string;
  /**
   * true: the next user gets the same browser, with its cookies, tabs and logins. false: the browser is rebuilt.
   * Undefined: the service decides (true).
   */
  readonly reuse?: boolean;
}

/** What the user chose for a new session. */
export interface NewSession {
  readonly name?: string;
  readonly headless?: boolean;
  /** Pixels. */
  readonly viewport?: Size;
  /** The first page: an address with http or https, or `about:blank`. */
  readonly startUrl?: string;
  /** Seconds without use after which the session ends. */
  readonly timeoutSeconds?: number;
  /** Extensions of the catalog. */
  readonly extensions?: readonly { readonly name: string }[];
}

export function newSessionBody({
  name,
  headless,
  viewport,
  startUrl,
  timeoutSeconds,
  extensions = [],
}: NewSession): object {
  return {
    ...(name !== undefined && { name }),
    ...(headless !== undefined && { headless }),
    ...(viewport && { viewport: { width: viewport.width, height: viewport.height } }),
    ...(startUrl !== undefined && { start_url: startUrl }),
    ...(timeoutSeconds !== undefined && { timeout_seconds: timeoutSeconds }),
    ...(extensions.length > 0 && { extensions: extensions.map(({ name: extension }) => ({ name: extension })) }),
  };
}

export function releaseBody({ sessionId, reuse }: ReleaseRequest): object {
  return { session_id: sessionId, ...(reuse !== undefined && { reuse }) };
}

/**
 * The names `button` and `click_type`, and integers for `x`, `y` and `num_clicks`, come from the published API
 * description (S); the contract leaves them open. Source: docs/service.md, "Click".
 */
export function clickBody({ x, y, button, clickType, clicks, holdKeys }: Click): object {
  return {
    x,
    y,
    ...(button && { button }),
    ...(clickType && { click_type: clickType }),
    ...(clicks !== undefined && { num_clicks: clicks }),
    ...(holdKeys && holdKeys.length > 0 && { hold_keys: holdKeys }),
  };
}
