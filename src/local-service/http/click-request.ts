import { BUTTONS, CLICK_TYPES, MAX_CLICKS } from '../../core/click';
import { type Click, MODIFIER_KEYS, type ModifierKey } from '../chromium/click';
import { badRequest } from '../problem';
import type { Fields } from './fields';

export const CLICK_FIELDS = ['x', 'y', 'button', 'click_type', 'num_clicks', 'hold_keys'];

/** Names, integers and defaults as in docs/service.md, "Click". */
export function readClick(fields: Fields): Click {
  const [x, y] = [fields.integer('x'), fields.integer('y')];
  if (x < 0 || y < 0) throw badRequest('coordinates must be non-negative');
  return {
    x,
    y,
    button: fields.has('button') ? fields.choice('button', BUTTONS) : 'left',
    type: fields.has('click_type') ? fields.choice('click_type', CLICK_TYPES) : 'click',
    times: fields.has('num_clicks') ? fields.integer('num_clicks', { min: 1, max: MAX_CLICKS }) : 1,
    keys: fields.has('hold_keys') ? readKeys(fields.array('hold_keys')) : [],
  };
}

/**
 * The real service ignores a key that it does not know, and answers 200. Here it is an error, because the request is
 * wrong.
 */
function readKeys(names: unknown[]): ModifierKey[] {
  const keys = names.map((name) => {
    const key = typeof name === 'string' ? MODIFIER_KEYS.get(name.toLowerCase()) : undefined;
    if (!key)
      throw badRequest(`invalid hold_keys: ${JSON.stringify(name)} (known: ${[...MODIFIER_KEYS.keys()].join(', ')})`);
    return key;
  });
  return [...new Set(keys)];
}
