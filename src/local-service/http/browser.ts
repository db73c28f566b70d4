import type { Viewport } from '../../chromium/flags';
import type { Tags } from '../../core/tags';
import { devToolsAddress } from '../devtools/address';
import { profileBody } from '../profiles/profiles';
import type { Lease } from '../sessions/lease';

/** A session in JSON. Source of the fields: the service's published API; the URL for watching does not exist here. */
export interface BrowserBody {
  session_id: string;
  created_at: string;
  /** A secret, like the token. */
  cdp_ws_url: string;
  headless: true;
  stealth: false;
  /** 0: the session does not end when it is idle. */
  timeout_seconds: number;
  viewport: Viewport;
  name?: string;
  tags?: Tags;
  start_url?: string;
  profile?: object;
  profile_save_changes?: boolean;
  chrome_policy?: object;
  pool?: { id: string; name: string };
}

/** @param address of the service. */
export function toBrowser(address: string, lease: Lease): BrowserBody {
  const { session, origin } = lease;
  const { name, tags, viewport, startUrl, policies, timeoutSeconds = 0 } = session.settings;
  return {
    session_id: session.id,
    created_at: session.createdAt.toISOString(),
    cdp_ws_url: devToolsAddress(address, lease),
    headless: true,
    stealth: false,
    timeout_seconds: timeoutSeconds,
    viewport,
    ...(name !== undefined && { name }),
    ...(tags && { tags }),
    ...(startUrl !== undefined && { start_url: startUrl }),
    ...(policies && { chrome_policy: policies }),
    ...(session.profile && {
      profile: profileBody(session.profile),
      profile_save_changes: session.savesChanges,
    }),
    ...(origin && { pool: { id: origin.id, name: origin.name } }),
  };
}
