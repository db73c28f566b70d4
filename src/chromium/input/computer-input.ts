import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';
import type { Button, ClickType } from '../../core/click';
import type { Point, Scroll } from '../../core/input';
import type { ModifierKey } from '../../core/keys';

/** A page that takes input. Its `send` throws TargetGone once the page has closed. */
export interface InputPage {
  send<M extends 'Input.dispatchMouseEvent' | 'Input.dispatchKeyEvent'>(
    method: M,
    ...[params]: ProtocolMapping.Commands[M]['paramsType']
  ): Promise<void>;
}

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
