import { isDeepStrictEqual } from 'node:util';
import { fitsPattern } from '../../core/text-pattern';
import { message, type Message } from '../../core/message';
import { folded, isExactName, isInFrame, isRole, type ElementName } from '../../core/element-name';
import type { Condition } from '../../core/conditions';
import { STORAGE_AREAS, type StorageArea } from '../../core/storage-area';
import type { PageContent } from '../../devtools';

/** What a condition may be about. */
export interface Observed {
  /** Reads the page in front. */
  readonly page: () => Promise<PageContent>;
  /** Whether the popup that is open, or the page, is as `fits` says. */
  readonly shows: (fits: (page: PageContent) => boolean) => Promise<boolean>;
  readonly stored: (area: StorageArea, keys: readonly string[]) => Promise<Readonly<Record<string, unknown>>>;
  /** How many requests went to addresses of a pattern since the start. */
  readonly requests: (pattern: string) => Promise<number>;
  /** The first error that the extension did not catch since the start; undefined if there was none. */
  readonly uncaught: () => Promise<string | undefined>;
}

/**
 * Why a condition does not hold; undefined if it does. The sentence goes into terminals, results of a job and reports,
 * which others read: it has nothing of what is stored, and of an address neither query nor fragment.
 */
export async function whyNot(condition: Condition, observed: Observed): Promise<Message | undefined> {
  switch (condition.kind) {
    case 'storage':
      return whyNotStored(condition.values, observed);
    case 'noErrors': {
      const text = await observed.uncaught();
      return text === undefined ? undefined : message('The extension threw: “{0}”', text);
    }
    case 'request': {
      const { url, times } = condition;
      const count = await observed.requests(url);
      if (times === undefined ? count > 0 : count === times) return undefined;
      return count === 0
        ? message('There was no request to {0}.', withoutQuery(url))
        : message('Requests to {0}: {1}.', withoutQuery(url), count);
    }
    case 'address': {
      const { address } = await observed.page();
      return fitsPattern(condition.address, address)
        ? undefined
        : message('The address is {0}.', withoutQuery(address));
    }
    case 'text': {
      const text = textOf(await observed.page());
      return text.includes(folded(condition.text))
        ? undefined
        : message('The page doesn’t show “{0}”.', condition.text);
    }
    case 'visible': {
      const { target } = condition;
      return (await observed.shows((page) => isVisible(page, target))) ? undefined : notVisible(target);
    }
  }
}

async function whyNotStored(
  values: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  observed: Observed,
): Promise<Message | undefined> {
  for (const area of STORAGE_AREAS) {
    const wanted = values[area];
    if (!wanted) continue;
    const stored = await observed.stored(area, Object.keys(wanted));
    for (const [key, value] of Object.entries(wanted))
      if (!isDeepStrictEqual(stored[key], value))
        return stored[key] === undefined
          ? message('{0} has no key “{1}”.', area, key)
          : message('{0} has another value.', `${area}.${key}`);
  }
  return undefined;
}

/** That nothing of this role and name is where a step says. */
export function notVisible({ role, name, frame }: ElementName): Message {
  return frame === undefined
    ? message('No {0} “{1}” is visible.', role, name)
    : message('No {0} “{1}” is visible in a frame of “{2}”.', role, name, frame);
}

/** Only of just this name: “Saved” must not be found in “Not saved”. */
function isVisible({ lines }: PageContent, { role, name, frame }: ElementName): boolean {
  return lines
    .filter(({ origin }) => isInFrame(origin, frame))
    .some(({ parts, heading }) => {
      if (isRole('heading', role) && heading !== undefined) return isExactName(textIn(parts), name);
      return parts.some((part) => typeof part !== 'string' && isRole(part.role, role) && isExactName(part.name, name));
    });
}

function textOf({ lines }: PageContent): string {
  return folded(lines.map(({ parts }) => textIn(parts)).join(' '));
}

function textIn(parts: PageContent['lines'][number]['parts']): string {
  return parts.map((part) => (typeof part === 'string' ? part : part.name)).join(' ');
}

/** `https://example.com/done?…`: what follows may be a code of a login. An address of data is all content. */
function withoutQuery(address: string): string {
  return address.replace(/^(data:).*|([?#]).*/s, '$1$2…');
}
