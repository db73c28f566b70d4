import type { UploadQuestions } from '../../app';
import { message } from '../../core/message';
import { labelOf } from '../../state';
import { confirmAt } from '../connections/confirm-at';
import { askAboutSecrets } from '../folders/secrets-box';
import type { Services } from '../services';
import { sessionOf } from '../sessions/choose-session';
import type { Target } from '../target';
import { askExtensionName } from './extension-name-box';

/** Answers the questions of an upload with dialogs. */
export function uploadBoxes(
  services: Pick<Services, 'connection' | 'records'>,
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
        [
          inPlace
            ? message('The version that runs in “{0}” will be replaced.', labelOf(session))
            : message('“{0}” will restart. The upload can’t be removed.', labelOf(session)),
        ],
        message('Upload'),
      ),
  };
}
