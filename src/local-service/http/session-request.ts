import type { Viewport } from '../../chromium/flags';
import { badRequest } from '../problem';
import { DEFAULT_VIEWPORT, type SessionSettings } from '../sessions/session';
import { isWebAddress } from '../web-address';
import type { Fields } from './fields';

export const SESSION_FIELDS = ['name', 'headless', 'stealth', 'timeout_seconds', 'viewport', 'start_url', 'extensions'];

/** Seconds: 72 hours, the maximum of the service. */
const MAX_TIMEOUT = 259_200;
const SIZES = { min: 200, max: 4096 };

/** Settings of a new session. A setting that this service does not support is rejected, not silently ignored. */
export function readSession(fields: Fields): SessionSettings {
  if (fields.has('headless') && !fields.boolean('headless'))
    throw badRequest('headless must be true: the local service has no display');
  if (fields.has('stealth') && fields.boolean('stealth'))
    throw badRequest('stealth must be false: the local service has no stealth mode');
  return {
    ...(fields.has('name') && { name: readName(fields.string('name')) }),
    viewport: fields.has('viewport') ? readViewport(fields.object('viewport', ['width', 'height'])) : DEFAULT_VIEWPORT,
    ...(fields.has('start_url') && { startUrl: readAddress(fields.string('start_url')) }),
    ...(fields.has('timeout_seconds') && {
      timeoutSeconds: fields.integer('timeout_seconds', { min: 1, max: MAX_TIMEOUT }),
    }),
  };
}

function readName(text: string): string {
  if (!/^\P{C}{1,255}$/u.test(text)) throw badRequest('name must be 1 to 255 visible characters');
  return text;
}

function readViewport(fields: Fields): Viewport {
  return { width: fields.integer('width', SIZES), height: fields.integer('height', SIZES) };
}

function readAddress(text: string): string {
  if (!isWebAddress(text) && text !== 'about:blank')
    throw badRequest('start_url must be an address with http or https, or about:blank');
  return text;
}
