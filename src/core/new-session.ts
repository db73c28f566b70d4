import { message, type Message } from './message';
import type { Size } from './screen/geometry';

/** Pixels: less shows nothing, and no service offers more. */
const SIDES = { min: 200, max: 8192 };

/** Reads a size as a person writes it: `1280x800`, `1280 × 800`. */
export function parseSize(text: string): Size | undefined {
  const [, width, height] = /^\s*(\d{1,5})\s*[x×*,]\s*(\d{1,5})\s*$/i.exec(text) ?? [];
  const size = { width: Number(width), height: Number(height) };
  return [size.width, size.height].every((side) => side >= SIDES.min && side <= SIDES.max) ? size : undefined;
}

/** Why a text is no size of a display, or undefined. */
export function sizeProblem(text: string): Message | undefined {
  return parseSize(text)
    ? undefined
    : message('Enter width x height, such as 1280x800, each from {0} to {1}.', String(SIDES.min), String(SIDES.max));
}

/** Why a text cannot be the first page of a session, or undefined. Nothing is the service’s default. */
export function startPageProblem(text: string): Message | undefined {
  const address = text.trim();
  if (address === '' || address === 'about:blank') return undefined;
  const isPage = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
  return isPage ? undefined : message('Enter an address with http:// or https://.');
}
