/** Something on a page, as screen readers tell it: its role, such as `button`, and its accessible name. */
export interface ElementName {
  readonly role: string;
  readonly name: string;
  /**
   * The origin of the frame that it is in, if that is not the page's own: `https://pay.example`, or `extension` for a
   * frame of any extension, whose IDs differ from session to session.
   */
  readonly frame?: string | undefined;
}

/** What somebody names. Without a role or a name, that may be any. */
export type WantedElement = { readonly [Key in keyof ElementName]?: ElementName[Key] | undefined };

/** What a step calls a frame of an extension. */
export const EXTENSION_FRAME = 'extension';
const EXTENSION_ORIGIN = /^(?:sandboxed )?chrome-extension:/;

/** What a step calls a frame of an origin. */
export function frameName(origin: string): string {
  return EXTENSION_ORIGIN.test(origin) ? EXTENSION_FRAME : origin;
}

/**
 * Whether something is in the frame that is named; if none is, whether it is the page's own.
 * @param origin of its frame; undefined if that is the page's own.
 */
export function isInFrame(origin: string | undefined, frame: string | undefined): boolean {
  return origin === frame || (origin !== undefined && frameName(origin) === frame);
}

/** Without needless white space. */
export function folded(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Whether a role is the one that somebody names, whatever the case. */
export function isRole(role: string, wanted: string): boolean {
  return role.toLowerCase() === wanted.toLowerCase();
}

/** Whether a name is just the one that somebody says. */
export function isExactName(name: string, wanted: string): boolean {
  return folded(name) === folded(wanted);
}

/** How a name may fit, the best first: itself, without its case, or a part of it. */
const FITS: readonly ((name: string, wanted: string) => boolean)[] = [
  isExactName,
  (name, wanted) => folded(name).toLowerCase() === folded(wanted).toLowerCase(),
  (name, wanted) => {
    const part = folded(wanted).toLowerCase();
    return part !== '' && folded(name).toLowerCase().includes(part);
  },
];

/** What is on a page, as far as it is found by it. */
interface Named extends Omit<ElementName, 'frame'> {
  /** The origin of its frame; undefined if that is the page's own. */
  readonly origin: string | undefined;
}

/** What was found of what somebody names. */
export interface NamedElements<Element> {
  /** One, none or several: of those that are where they should be, all that fit best. */
  readonly elements: readonly Element[];
  /** Whether they have just this name. If not, one that does may still come. */
  readonly isExact: boolean;
  /** Those that fit best in other frames, if there is none where it should be. */
  readonly elsewhere: readonly (Element & { readonly origin: string })[];
}

/**
 * Finds what somebody names, by the one rule for all who do: just this name, else without its case, else a part of it;
 * only in the frame that is named, and without one only what is the page's own.
 */
export function findNamed<Element extends Named>(
  all: readonly Element[],
  { role, name, frame }: WantedElement,
): NamedElements<Element> {
  const ofRole = all.filter((each) => role === undefined || isRole(each.role, role));
  const here = bestNamed(
    ofRole.filter(({ origin }) => isInFrame(origin, frame)),
    name,
  );
  if (here.elements.length > 0) return { ...here, elsewhere: [] };
  const inFrames = ofRole.flatMap((each) => (each.origin === undefined ? [] : { ...each, origin: each.origin }));
  return { ...here, elsewhere: bestNamed(inFrames, name).elements };
}

function bestNamed<Element extends Named>(
  all: readonly Element[],
  wanted: string | undefined,
): Omit<NamedElements<Element>, 'elsewhere'> {
  if (wanted === undefined) return { elements: all, isExact: all.length > 0 };
  for (const fits of FITS) {
    const elements = all.filter(({ name }) => fits(name, wanted));
    if (elements.length > 0) return { elements, isExact: fits === isExactName };
  }
  return { elements: [], isExact: false };
}
