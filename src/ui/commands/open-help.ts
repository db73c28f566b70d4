import * as vscode from 'vscode';
import { MANUAL_PAGES, WALKTHROUGH } from '../editor/contributed';
import { showManual } from '../editor/manual';
import type { Command } from './command';

export const openManual: Command = async (_services, { page }) => {
  await showManual(MANUAL_PAGES.find((each) => each === page));
};

export const openWalkthrough: Command = async () => {
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', WALKTHROUGH);
};

export const showLog: Command = async ({ log }) => log.show();
