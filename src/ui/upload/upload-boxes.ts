import type { UploadQuestions } from '../../app/upload/ports';
import { message, type Message } from '../../core/message';
import { labelOf, type SessionRecord } from '../../state';
import { confirmAt } from '../connections/confirm-at';
import { askAboutSecrets } from '../folders/secrets-box';
import type { Services } from '../services';
import { sessionOf } from '../sessions/choose-session';
import type { Target } from '../target';
import { askExtensionName } from './extension-name-box';

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
