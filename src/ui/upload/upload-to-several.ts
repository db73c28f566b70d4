import * as vscode from 'vscode';
import type { UploadQuestions } from '../../app/upload/ports';
import { uploadFolders } from '../../app/upload/upload-folders';
import { message } from '../../core/message';
import { labelOf, type SessionRecord } from '../../state';
import type { Services } from '../services';
import { workOnSeveral } from '../sessions/several';
import { uploadDependencies } from './upload';
import { confirmUpload, uploadBoxes } from './upload-boxes';

/** Uploads the same folders into several sessions. Each question is asked once, and the result is told once. */
export async function uploadToSeveral(
  services: Services,
  folders: readonly vscode.Uri[],
  sessions: readonly SessionRecord[],
): Promise<void> {
  // One for all of them: no box asks for a token that is cleared meanwhile.
  const client = await services.connection.client();
  const deps = uploadDependencies(services, async () => client);
  const ask = askedOnce(services, sessions);
  let areAllLoaded = true;
  await workOnSeveral(services, {
    items: sessions,
    labelOf: (session) => labelOf(session),
    title: message('Uploading to {0} sessions…', sessions.length),
    work: async ({ id: session }, signal) => {
      const request = { folders: folders.map(({ fsPath }) => fsPath), session };
      const outcome = await uploadFolders(deps, request, ask, signal, () => {});
      if (outcome.kind === 'uploaded') areAllLoaded &&= outcome.proof.kind === 'loaded';
    },
    done: (count) =>
      areAllLoaded
        ? message('Uploaded to {0} sessions', count)
        : message('Sent to {0} sessions; not all of them report whether it loaded', count),
  });
}

/** The same answers for all sessions. A name has to be free in each of them. */
function askedOnce(services: Services, sessions: readonly SessionRecord[]): UploadQuestions {
  const boxes = uploadBoxes(services, {});
  const loaded = sessions.flatMap(({ uploads = [] }) => uploads.map(({ name }) => name));
  const names = new Map<string, Promise<string>>();
  const secrets = new Map<string, Promise<readonly string[]>>();
  let confirmed: Promise<void> | undefined;
  return {
    session: (question) => boxes.session(question),
    secrets: (question) =>
      once(secrets, JSON.stringify([question.folder, question.secrets]), () => boxes.secrets(question)),
    name: (question) =>
      once(names, question.title, () =>
        boxes.name({ ...question, loaded: [...loaded, ...question.loaded], replaceable: undefined }),
      ),
    production: ({ titles }) => (confirmed ??= confirmUpload(services, titles, sessions)),
  };
}

function once<Answer>(known: Map<string, Promise<Answer>>, key: string, ask: () => Promise<Answer>): Promise<Answer> {
  const answer = known.get(key) ?? ask();
  known.set(key, answer);
  return answer;
}
