import { message } from '../../core/message';
import { addSession as addById, startSession as start } from '../choose-session';
import { askId } from '../id-box';
import type { Command } from './command';

export const addSession: Command = async ({ memory }) => void (await addById({ memory }));

export const startSession: Command = async ({ connection, memory }) =>
  void (await start({ client: await connection.client(), memory }));

export const addPool: Command = async ({ memory: { pools } }) => {
  await pools.remember({
    id: await askId(message('Add a Pool'), message('ID or name of a browser pool')),
    gone: false,
  });
};

export const addExtension: Command = async ({ memory: { extensions } }) => {
  await extensions.remember({
    id: await askId(message('Add an Extension'), message('ID or name of an extension in the catalogue')),
    gone: false,
  });
};
