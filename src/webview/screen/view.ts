import { pixelAt, type Drawn, type Pixel, type Size } from '../../core/screen/geometry';
import { page } from './page';

/** From here on, single pixels are shown as squares. */
const PIXELATED_FROM = 2;

/** CSS pixels between a point and what is put beside it, and between that and the edge of the tab. */
const BESIDE = 24;
const MARGIN = 8;

/** As an event of the pointer has it. */
interface PagePoint {
  readonly clientX: number;
  readonly clientY: number;
}

/** How the picture lies in the tab. The scale is in CSS pixels for each pixel of the display; `fit`: all of it. */
export class View {
  private size: Size | undefined;
  private wanted: number | 'fit' = 'fit';
  /** What is beside a pixel, and whether it is above that if there is room. */
  private readonly beside = new Map<HTMLElement, { readonly pixel: Pixel; readonly isAbove: boolean }>();

  constructor() {
    new ResizeObserver(() => this.layOut()).observe(page.stage);
    page.stage.addEventListener('scroll', () => this.layBeside());
  }

  get isEmpty(): boolean {
    return this.size === undefined;
  }

  show(size: Size): void {
    if (this.size?.width === size.width && this.size.height === size.height) return;
    this.size = { width: size.width, height: size.height };
    this.layOut();
  }

  /** Keeps the point in the middle of the tab where it is. */
  zoom(wanted: number | 'fit'): void {
    const { stage } = page;
    const middle = this.size && this.pixelAt(centerOf(stage.getBoundingClientRect()));
    this.wanted = wanted;
    this.layOut();
    if (middle) this.scrollTo(middle, 'center');
  }

  /** The pixel of the display at a point of the page. */
  pixelAt(point: PagePoint): Pixel | undefined {
    return this.size && pixelAt(point, this.drawn, this.size);
  }

  /** Whether a point of the page is on the part of the picture that is visible. */
  contains({ clientX, clientY }: PagePoint): boolean {
    const { left, top, width, height } = this.drawn;
    const stage = page.stage.getBoundingClientRect();
    return (
      inside(clientX, left, width) &&
      inside(clientY, top, height) &&
      // The picture goes on below the scrollbars of the stage.
      inside(clientX, stage.left + page.stage.clientLeft, page.stage.clientWidth) &&
      inside(clientY, stage.top + page.stage.clientTop, page.stage.clientHeight)
    );
  }

  /** Puts an element over a pixel, at whatever size the picture is drawn later. */
  place(element: HTMLElement, { x, y }: Pixel): void {
    if (!this.size) return;
    element.style.left = `${((x + 0.5) / this.size.width) * 100}%`;
    element.style.top = `${((y + 0.5) / this.size.height) * 100}%`;
    element.hidden = false;
  }

  /** Shows an element beside a pixel, which it does not cover, wherever the picture is scrolled to. */
  putBeside(element: HTMLElement, pixel: Pixel, isAbove: boolean): void {
    this.beside.set(element, { pixel, isAbove });
    element.hidden = false;
    this.layBeside();
  }

  /** Hides it. */
  removeBeside(element: HTMLElement): void {
    this.beside.delete(element);
    element.hidden = true;
  }

  private layBeside(): void {
    if (!this.size) return;
    const { left, top, width, height } = this.drawn;
    const frame = page.frame.getBoundingClientRect();
    const { clientWidth, clientHeight } = page.stage;
    for (const [{ style, offsetWidth, offsetHeight }, { pixel, isAbove }] of this.beside) {
      const x = left - frame.left + ((pixel.x + 0.5) * width) / this.size.width;
      const y = top - frame.top + ((pixel.y + 0.5) * height) / this.size.height;
      style.left = `${besideOf(x, offsetWidth, clientWidth, false)}px`;
      style.top = `${besideOf(y, offsetHeight, clientHeight, isAbove)}px`;
    }
  }

  /** Scrolls so that a pixel is visible. */
  scrollTo({ x, y }: Pixel, where: 'center' | 'nearest' = 'nearest'): void {
    if (!this.size) return;
    const { stage } = page;
    const { width, height } = this.drawn;
    const [left, top] = [(x * width) / this.size.width, (y * height) / this.size.height];
    if (
      where === 'nearest' &&
      inside(left, stage.scrollLeft, stage.clientWidth) &&
      inside(top, stage.scrollTop, stage.clientHeight)
    )
      return;
    stage.scrollTo(left - stage.clientWidth / 2, top - stage.clientHeight / 2);
  }

  private get drawn(): Drawn {
    return page.surface.getBoundingClientRect();
  }

  /** Sizes and places are whole pixels of the screen, so that nothing is blurred by half a pixel. */
  private layOut(): void {
    const { stage, surface, picture } = page;
    if (!this.size) return;
    // All of the picture is visible: a scrollbar that comes and goes would push it aside.
    stage.style.overflow = this.wanted === 'fit' ? 'hidden' : 'auto';
    const scale = this.scale(stage.clientWidth, stage.clientHeight, this.size);
    const [width, height] = [whole(this.size.width * scale), whole(this.size.height * scale)];

    surface.style.width = `${width}px`;
    surface.style.height = `${height}px`;
    surface.style.marginLeft = `${margin(stage.clientWidth, width)}px`;
    surface.style.marginTop = `${margin(stage.clientHeight, height)}px`;
    picture.classList.toggle('pixelated', scale >= PIXELATED_FROM);
    this.layBeside();
  }

  private scale(width: number, height: number, size: Size): number {
    if (this.wanted !== 'fit') return this.wanted;
    return Math.min(1, width / size.width, height / size.height);
  }
}

/** Where something begins that is beside a point, on the side that is wanted if there is room. */
function besideOf(at: number, length: number, room: number, isBefore: boolean): number {
  const [before, after] = [at - BESIDE - length, at + BESIDE];
  const hasRoom = isBefore ? before >= MARGIN : after + length + MARGIN <= room;
  const wanted = hasRoom === isBefore ? before : after;
  return Math.max(MARGIN, Math.min(wanted, room - length - MARGIN));
}

function centerOf({ left, top, width, height }: Drawn): PagePoint {
  return { clientX: left + width / 2, clientY: top + height / 2 };
}

function inside(at: number, from: number, length: number): boolean {
  return at >= from && at < from + length;
}

/** A length in CSS pixels that is a whole number of the screen's own pixels. */
function whole(length: number): number {
  return Math.max(1, Math.round(length * devicePixelRatio)) / devicePixelRatio;
}

/** On each side, so that it lies in the middle. */
function margin(outer: number, inner: number): number {
  return outer > inner ? whole((outer - inner) / 2) : 0;
}
