import { uploadNameProblem } from '../../app/upload/names';
import type { UploadQuestions, NameQuestion } from '../../app/upload/ports';
import { proposeExtensionName } from '../../core/extension-name';
import { listOf, message, type Message, sentences } from '../../core/message';
import { plainText } from '../../core/plain-text';
import { labelOf, type SessionRecord } from '../../state';
import { confirmAt } from '../connections/confirm-at';
import { ask } from '../editor/input-box';
import { MAX_NAME, t } from '../editor/localize';
import { pick } from '../editor/pick';
import { askAboutSecrets } from '../folders/secrets-box';
import type { Services } from '../services';
import { sessionOf } from '../sessions/choose-session';
import type { Target } from '../target';

/** Answers the questions of an upload with dialogs. */
export function uploadBoxes(
  services: Pick<Services, 'connection' | 'loaded' | 'records'>,
  target: Pick<Target, 'session' | 'askSession'>,
): UploadQuestions {
  return {
    session: async ({ client, titles }) => {
      const { connection, records } = services;
      const needs = { client, records, connection };
      return sessionOf(target, needs, { title: message('Upload {0}: Select Session', titles) });
    },
    secrets: askAboutSecrets,
    name: askExtensionName,
    // The upload changes a browser that others may be using.
    production: async ({ titles, session, inPlace }) => confirmUpload(services, titles, [session], inPlace),
  };
}

const UPLOAD = message('Upload to Production');
const RESTART = message('Upload and Restart');

/**
 * Asks before an upload into sessions that other people may be using.
 * @param inPlace whether what runs is replaced, with no restart.
 */
export async function confirmUpload(
  services: Pick<Services, 'connection' | 'loaded'>,
  titles: Message,
  sessions: readonly SessionRecord[],
  inPlace = false,
): Promise<void> {
  const names = listOf(sessions.map((session) => message('“{0}”', labelOf(session))));
  const restarts =
    sessions.length === 1
      ? message('The browser may restart: open tabs reload, and what is typed into them is lost.')
      : message('The browsers may restart: open tabs reload, and what is typed into them is lost.');
  await confirmAt(services.connection, {
    question: message('Upload {0} to {1} in production?', titles, names),
    effect: inPlace
      ? message('This replaces what’s running there.')
      : sentences(restarts, removability(services, sessions)),
    dont: inPlace ? undefined : message('Don’t Upload'),
    buttons: [inPlace ? UPLOAD : RESTART],
  });
}

/** Only a browser that tells what it has loaded can remove it while it runs. */
function removability(
  { connection, loaded }: Pick<Services, 'connection' | 'loaded'>,
  sessions: readonly SessionRecord[],
): Message | undefined {
  return sessions.every(({ id }) => loaded.get(connection.settings, id)?.extensions)
    ? undefined
    : message('The extension may stay until the session ends.');
}

const REPLACE = 'replace';

/**
 * Asks what to do about a name that is taken: to replace what has it, or to load a second copy under another one.
 * @throws Cancelled if the user closes the box.
 */
async function askExtensionName({ title, wanted, loaded, besides, replaceable }: NameQuestion): Promise<string> {
  const isTaken = besides.includes(wanted)
    ? message('Another extension in this upload is named “{0}”.', wanted)
    : message('“{0}” is already used in this session.', wanted);
  if (replaceable) {
    const way = await pick<typeof REPLACE | undefined>(message('Upload “{0}”', title), isTaken, [
      {
        label: t('$(replace) Replace the Loaded One'),
        description: plainText(replaceable.folder, MAX_NAME),
        value: REPLACE,
      },
      { label: t('$(add) Load as a Second Copy…'), value: undefined },
    ]);
    if (way === REPLACE) return wanted;
  }
  return ask({
    title: message('Upload “{0}”: Folder Name in the Session', title),
    prompt: isTaken,
    value: proposeExtensionName(title, [...loaded, ...besides]),
    check: (name) => uploadNameProblem(name, { loaded, besides }),
    // The editor shows it in place of the prompt.
    preview: (name) => sentences(isTaken, message('This one is loaded from extensions/{0}.', name)),
  });
}
