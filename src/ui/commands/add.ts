import { message } from '../../core/message';
import { addSession as addById, startSession as start } from '../sessions/choose-session';
import { askId } from '../sessions/id-box';
import type { Command } from './command';

export const addSession: Command = async ({ records }) => void (await addById({ records }));

export const startSession: Command = async ({ connection, records }) =>
  void (await start({ client: await connection.client(), records }));

export const addPool: Command = async ({ records: { pools } }) => {
  await pools.remember({
    id: await askId(message('Add a Pool'), message('ID or name of a browser pool')),
    gone: false,
  });
};

export const addExtension: Command = async ({ records: { extensions } }) => {
  await extensions.remember({
    id: await askId(message('Add an Extension'), message('ID or name of an extension in the catalogue')),
    gone: false,
  });
};
