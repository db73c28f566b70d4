/** What a value of the manifest must look like. Whatever a shape does not mention may have any value. */
export type Shape =
  | { readonly kind: 'text'; readonly filled: boolean }
  | { readonly kind: 'choice'; readonly of: readonly string[] }
  | { readonly kind: 'flag' }
  | { readonly kind: 'list'; readonly of: Shape }
  /** Loose: Chromium accepts another type here, and ignores it. */
  | {
      readonly kind: 'object';
      readonly members: Readonly<Record<string, Shape>>;
      readonly required: readonly string[];
      readonly loose: boolean;
    }
  | { readonly kind: 'icons' }
  | { readonly kind: 'either'; readonly of: readonly Shape[] }
  /** If the value is invalid, Chromium loads the extension without the key. */
  | { readonly kind: 'lenient'; readonly of: Shape };

export const text: Shape = { kind: 'text', filled: false };
export const filledText: Shape = { kind: 'text', filled: true };
export const flag: Shape = { kind: 'flag' };
/** Sizes in pixels, as texts, each with the path of its picture. */
export const icons: Shape = { kind: 'icons' };

export function choice(...of: readonly string[]): Shape {
  return { kind: 'choice', of };
}

export function list(of: Shape): Shape {
  return { kind: 'list', of };
}

export function either(...of: readonly Shape[]): Shape {
  return { kind: 'either', of };
}

export function object(members: Readonly<Record<string, Shape>>, required: readonly string[] = []): Shape {
  return { kind: 'object', members, required, loose: false };
}

export function looseObject(members: Readonly<Record<string, Shape>>): Shape {
  return { kind: 'object', members, required: [], loose: true };
}

export function lenient(of: Shape): Shape {
  return { kind: 'lenient', of };
}
