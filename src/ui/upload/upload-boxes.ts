import { uploadNameProblem } from '../../app/upload/names';
import type { UploadQuestions, NameQuestion } from '../../app/upload/ports';
import { proposeExtensionName } from '../../core/extension-name';
import { message, type Message, sentences } from '../../core/message';
import { labelOf, type SessionRecord } from '../../state';
import { confirmAt } from '../connections/confirm-at';
import { ask } from '../editor/input-box';
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
    production: async ({ titles, session, inPlace }) =>
      confirmAt(
        services.connection,
        message('Upload {0} to production?', titles),
        inPlace
          ? [message('This replaces what runs in “{0}”.', labelOf(session))]
          : [message('This restarts “{0}”.', labelOf(session)), removability(services, [session])],
        message('Upload'),
      ),
  };
}

/** Only a browser that tells what it has loaded can remove it while it runs. */
export function removability(
  { connection, loaded }: Pick<Services, 'connection' | 'loaded'>,
  sessions: readonly SessionRecord[],
): Message {
  return sessions.every(({ id }) => loaded.get(connection.settings, id)?.extensions)
    ? message('You can replace or remove the extension later.')
    : message('The extension may stay until the session ends.');
}

/**
 * Asks for the name of an extension in the browser, because the one derived from its title is taken, and proposes a
 * similar one.
 * @throws Cancelled if the user closes the box.
 */
async function askExtensionName({ title, wanted, loaded, besides }: NameQuestion): Promise<string> {
  const taken = [...loaded, ...besides];
  const isTaken = besides.includes(wanted)
    ? message('Another extension in this upload is named “{0}”.', wanted)
    : message('“{0}” is already used in this session.', wanted);
  return ask({
    title: message('Upload “{0}”: Name', title),
    prompt: isTaken,
    value: proposeExtensionName(title, taken),
    check: (name) => uploadNameProblem(name, { loaded, besides }),
    // The editor shows it in place of the prompt.
    preview: (name) => sentences(isTaken, message('Will be loaded from extensions/{0}.', name)),
  });
}
