import * as vscode from 'vscode';
import { parseAddress } from '../core/address';
import { UserError } from '../core/errors';
import { message } from '../core/message';

const SECTION = 'browserSessions';
const ADDRESS = 'address';
const CHROMIUM = 'chromium';

/** The service address of the settings. Throws UserError where it is none, so that no token goes anywhere else. */
export function serviceAddress(): string {
  const parsed = parseAddress(addressAsTyped());
  if ('problem' in parsed) throw new UserError(message('The service address in the settings is wrong. {0}', parsed.problem), 'changeAddress');
  return parsed.address;
}

export function addressAsTyped(): string {
  return vscode.workspace.getConfiguration(SECTION).get<string>(ADDRESS, '');
}

export async function setServiceAddress(address: string): Promise<void> {
  await vscode.workspace.getConfiguration(SECTION).update(ADDRESS, address, vscode.ConfigurationTarget.Global);
}

/** The browser that the person has named for checks; undefined where one that is installed will do. */
export function chosenChromium(): string | undefined {
  return vscode.workspace.getConfiguration(SECTION).get<string>(CHROMIUM)?.trim() || undefined;
}

export function onAddressChange(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration(`${SECTION}.${ADDRESS}`)) listener();
  });
}
