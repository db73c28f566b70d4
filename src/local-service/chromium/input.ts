import type { Button } from '../../core/click';
import type { Point, Scroll } from '../../core/input';
import type { ModifierKey } from './click';
import type { Stroke } from './strokes';

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
