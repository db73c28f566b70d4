import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import { plainText, type PlainText } from '../../core/plain-text';
import type { DebuggedPages } from '../debug/debugging';
import { MAX_NAME, plainLabel } from '../editor/localize';
import { pick, pickSeveral } from '../editor/pick';
import type { Target } from '../target';
import type { Command } from './command';

/** Each page has a debugger of its own, which is a process of this machine. */
const MAX_CHOSEN = 20;

/** Lets the user choose in which of the open web pages the content scripts of a debugged extension are debugged. */
export const chooseDebuggedPages: Command = async ({ debugging }, target) => {
  const { title, pages } = await debuggedOf(debugging.withPages, target);
  const all = pages.all();
  if (all.length === 0)
    throw new UserError(message('No open web page runs content scripts of “{0}”.', title), undefined, 'warning');
  const chosen = await pickSeveral(
    message('Debug “{0}”: Choose Pages', title),
    message('Pages to debug the content scripts in'),
    all.map(({ targetId, url, title: pageTitle, isAttached }) => ({
      label: plainText(pageTitle === '' ? url : pageTitle, MAX_NAME),
      description: addressOf(url),
      picked: isAttached,
      value: targetId,
    })),
  );
  if (chosen.length > MAX_CHOSEN)
    throw new UserError(message('At most {0} pages can be debugged. Nothing was changed.', MAX_CHOSEN));
  pages.choose(new Set(chosen));
};

/** @throws UserError if nothing is debugged, or Cancelled. */
async function debuggedOf(all: readonly DebuggedPages[], { row }: Target): Promise<DebuggedPages> {
  const extensionId = row?.kind === 'upload' ? row.loaded?.id : row?.kind === 'loaded' ? row.extension.id : undefined;
  const meant = row && all.find((each) => each.extensionId === extensionId && each.session === sessionOf(row));
  const [only, ...others] = meant ? [meant] : all;
  if (!only) throw new UserError(message('No extension is debugged.'), undefined, 'warning');
  if (others.length === 0) return only;
  return pick(
    message('Debugged Pages: Select Extension'),
    message('Extension'),
    all.map((each) => ({
      label: plainText(each.title, MAX_NAME),
      description: plainLabel(each.sessionLabel),
      value: each,
    })),
  );
}

function sessionOf(row: NonNullable<Target['row']>): string | undefined {
  return 'session' in row ? row.session.id : undefined;
}

/** Without a query, which may hold a secret. */
function addressOf(url: string): PlainText {
  const { host, pathname } = URL.canParse(url) ? new URL(url) : { host: '', pathname: '' };
  return plainText(`${host}${pathname}`, MAX_NAME);
}
