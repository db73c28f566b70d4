import { movedBy, type Pixel, type Size } from '../../core/screen/geometry';
import { page } from './page';
import type { View } from './view';

/** Pixels that one key press moves: without a key, with Shift, with Ctrl or Alt. On a Mac, the system takes Ctrl. */
const STEPS = { plain: 1, shift: 10, ctrl: 100 } as const;
const DIRECTIONS: Record<string, Pixel> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
/** Pixels of the display on each side of the one in the middle of the loupe, and how large each is drawn. */
const LOUPE_REACH = 10;
const LOUPE_ZOOM = 8;
const LOUPE_PIXELS = 2 * LOUPE_REACH + 1;
const SIDE = LOUPE_PIXELS * LOUPE_ZOOM;

/** A point that is moved by keys, with a loupe that shows what is below it. */
export class Crosshair {
  at: Pixel | undefined;

  constructor(private readonly view: View) {}

  /** @returns whether the key moves it. */
  move({ key, shiftKey, ctrlKey, altKey }: KeyboardEvent, size: Size): boolean {
    const direction = DIRECTIONS[key];
    if (!direction) return false;
    const step = ctrlKey || altKey ? STEPS.ctrl : shiftKey ? STEPS.shift : STEPS.plain;
    const from = this.at ?? { x: Math.floor(size.width / 2), y: Math.floor(size.height / 2) };
    // The first key shows it where it is.
    this.put(this.at ? movedBy(from, { x: direction.x * step, y: direction.y * step }, size) : from);
    return true;
  }

  put(pixel: Pixel): void {
    this.at = pixel;
    this.view.scrollTo(pixel);
    this.draw();
  }

  hide(): void {
    this.at = undefined;
    page.crosshair.hidden = true;
    this.view.removeBeside(page.loupe);
  }

  /** Draws it again over a new picture. */
  draw(): void {
    if (!this.at) return;
    this.view.place(page.crosshair, this.at);
    const { loupe, loupePicture, loupeAt, picture } = page;
    loupePicture.width = SIDE;
    loupePicture.height = SIDE;
    const context = loupePicture.getContext('2d');
    if (!context) return;
    context.imageSmoothingEnabled = false;
    const [left, top] = [this.at.x - LOUPE_REACH, this.at.y - LOUPE_REACH];
    context.drawImage(picture, left, top, LOUPE_PIXELS, LOUPE_PIXELS, 0, 0, SIDE, SIDE);
    drawGrid(context);
    loupeAt.textContent = `${this.at.x}, ${this.at.y}`;
    // The question about the point has its place.
    if (page.aimed.hidden) this.view.putBeside(loupe, this.at, true);
  }
}

/** Lines between the pixels, and the pixel in the middle, visible on any color. */
function drawGrid(context: CanvasRenderingContext2D): void {
  const middle = LOUPE_REACH * LOUPE_ZOOM;
  context.fillStyle = 'rgb(128 128 128 / 35%)';
  for (let at = LOUPE_ZOOM; at < SIDE; at += LOUPE_ZOOM) {
    context.fillRect(at, 0, 1, SIDE);
    context.fillRect(0, at, SIDE, 1);
  }
  context.fillStyle = 'rgb(255 0 0 / 25%)';
  context.fillRect(middle, 0, LOUPE_ZOOM, middle);
  context.fillRect(middle, middle + LOUPE_ZOOM, LOUPE_ZOOM, middle);
  context.fillRect(0, middle, middle, LOUPE_ZOOM);
  context.fillRect(middle + LOUPE_ZOOM, middle, middle, LOUPE_ZOOM);
  context.strokeStyle = '#000';
  context.strokeRect(middle - 0.5, middle - 0.5, LOUPE_ZOOM + 1, LOUPE_ZOOM + 1);
  context.strokeStyle = '#fff';
  context.strokeRect(middle - 1.5, middle - 1.5, LOUPE_ZOOM + 3, LOUPE_ZOOM + 3);
}
