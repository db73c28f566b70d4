import type { Protocol } from 'devtools-protocol';
import type { Button, ClickType } from '../../core/click';
import type { Point, Scroll } from '../../core/input';
import type { Stroke } from './strokes';

/** One mouse request. `x` and `y` are pixels of the screen. */
export interface Click {
  x: number;
  y: number;
  button: Button;
  type: ClickType;
  times: number;
  keys: readonly ModifierKey[];
}

/** Bits of the DevTools protocol's `buttons`. */
export const BUTTON_BIT: Record<Button, number> = { left: 1, right: 2, middle: 4, back: 8, forward: 16 };

/** A key that can be held during a click, for the DevTools protocol: `bit` is its bit in `modifiers`. */
export interface ModifierKey extends Pick<
  Protocol.Input.DispatchKeyEventRequest,
  'key' | 'code' | 'windowsVirtualKeyCode'
> {
  bit: number;
}

const ALT: ModifierKey = { bit: 1, key: 'Alt', code: 'AltLeft', windowsVirtualKeyCode: 18 };
const CONTROL: ModifierKey = { bit: 2, key: 'Control', code: 'ControlLeft', windowsVirtualKeyCode: 17 };
const META: ModifierKey = { bit: 4, key: 'Meta', code: 'MetaLeft', windowsVirtualKeyCode: 91 };
const SHIFT: ModifierKey = { bit: 8, key: 'Shift', code: 'ShiftLeft', windowsVirtualKeyCode: 16 };

/** Names of `hold_keys`, in lower case. Source: the browser image accepts them in any case. */
export const MODIFIER_KEYS: ReadonlyMap<string, ModifierKey> = new Map([
  ['alt', ALT],
  ['ctrl', CONTROL],
  ['control', CONTROL],
  ['meta', META],
  ['super', META],
  ['shift', SHIFT],
]);

/** Input besides the click. Points are pixels of the screen; `keys` are held meanwhile. */

export interface Move extends Point {
  readonly keys: readonly ModifierKey[];
}

export interface WheelTurn extends Scroll {
  readonly keys: readonly ModifierKey[];
}

export interface Drag {
  /** At least 2 points. */
  readonly path: readonly Point[];
  readonly button: Extract<Button, 'left' | 'middle' | 'right'>;
  readonly keys: readonly ModifierKey[];
}

/** A key that is pressed and released, with others held. Without `stroke`, only those are pressed and released. */
export interface KeyPress {
  readonly stroke?: Stroke;
  readonly keys: readonly ModifierKey[];
}
