import * as vscode from 'vscode';
import { parseAddress } from '../../core/address';
import { ask } from '../input-box';
import { addressAsTyped, setServiceAddress } from '../settings';
import type { Command } from './command';

export const changeAddress: Command = async () => {
  const typed = await ask({
    title: vscode.l10n.t('Address of the Service'),
    prompt: vscode.l10n.t('https://… or, for a service on this machine, http://localhost:port. Each address has its own token.'),
    value: addressAsTyped(),
    check: (text) => {
      const parsed = parseAddress(text);
      return 'problem' in parsed ? parsed.problem : undefined;
    },
  });
  const parsed = parseAddress(typed);
  if ('address' in parsed) await setServiceAddress(parsed.address);
};
