import * as vscode from 'vscode';
import { WALKTHROUGH } from '../editor/contributed';
import type { Command } from './command';

export const openWalkthrough: Command = async () => {
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', WALKTHROUGH);
};
