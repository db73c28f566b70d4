import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import {
  AgentWork,
  Leases,
  privateFolder,
  ResultFiles,
  SessionWorks,
  type ToolConnection,
  type ToolHost,
} from '../../tools';
import { confirmAt } from '../connections/confirm-at';
import { topOf } from '../editor/within';
import { requireReadable } from '../folders/choose-folder';
import { servicesFor, type WindowServices } from '../services';
import { unattendedDependencies } from '../upload/upload';
import { uploadBoxes } from '../upload/upload-boxes';

/** The tools in a window: at the connection in use, with its token and its questions. */
export interface WindowHost extends ToolHost {
  readonly dispose: () => void;
}

export function windowHost(window: WindowServices): WindowHost {
  const works = new SessionWorks(window.devtools);
  const files = new ResultFiles();
  return {
    connect: async (): Promise<ToolConnection> => {
      if (!vscode.workspace.isTrusted)
        throw new UserError(message('This workspace is not trusted. A person has to trust it first.'), 'manageTrust');
      const services = servicesFor(window);
      const { connection, records } = services;
      const { settings } = connection;
      return {
        settings,
        client: await connection.client(noToken),
        records,
        upload: unattendedDependencies(services, noToken),
        place: settings.address,
        confirmProduction: (what) =>
          confirmAt(connection, what, [message('An agent asks for this.')], message('Allow')),
        confirmUpload: uploadBoxes(services, {}).production,
      };
    },
    inspect: async (folder, signal) => {
      const uri = vscode.Uri.file(folder);
      requireReadable(uri);
      return window.inspections.inspect(uri, signal);
    },
    allowedSecrets: window.allowedSecrets,
    devtools: window.devtools,
    loaded: window.loaded,
    agents: new AgentWork(window.activities),
    leases: new Leases(privateFolder('leases')),
    works,
    topOf,
    writeFile: files.write,
    dispose: () => {
      works.close();
      files.dispose();
    },
  };
}

async function noToken(): Promise<never> {
  throw new UserError(message('No token is set for this connection. A person has to run Set Token.'), 'setToken');
}
