import type { Click } from '../core/click';

/** Source of the names: docs/service.md. Nothing optional is sent unless the person chose it. */

export interface ReleaseRequest {
  /** Pool ID or name. */
  readonly pool: string;
  readonly sessionId: string;
  /**
   * true: the same browser goes to the next user, with its cookies, tabs and logins. false: it is rebuilt. Left out:
   * the service decides (true).
   */
  readonly reuse?: boolean;
}

export function releaseBody({ sessionId, reuse }: ReleaseRequest): object {
  return { session_id: sessionId, ...(reuse !== undefined && { reuse }) };
}

/** The names `button` and `click_type`, and whole numbers for x, y and num_clicks, fill gaps (S). */
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
