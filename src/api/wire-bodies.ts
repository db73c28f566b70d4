import type { Click } from '../core/click';

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
