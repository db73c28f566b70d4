import { BUTTONS, CLICK_TYPES, MAX_CLICKS } from '../../core/click';
import type { Click } from '../chromium/click';
import type { Fields } from './fields';
import { readHoldKeys, readPoint } from './input-request';

export const CLICK_FIELDS = ['x', 'y', 'button', 'click_type', 'num_clicks', 'hold_keys'];

/** Names, integers and defaults as in docs/service.md, "Click". */
export function readClick(fields: Fields): Click {
  return {
    ...readPoint(fields),
    button: fields.has('button') ? fields.choice('button', BUTTONS) : 'left',
    type: fields.has('click_type') ? fields.choice('click_type', CLICK_TYPES) : 'click',
    times: fields.has('num_clicks') ? fields.integer('num_clicks', { min: 1, max: MAX_CLICKS }) : 1,
    keys: readHoldKeys(fields),
  };
}
