import * as vscode from 'vscode';
import type { ServiceTimeouts } from '../../api';
import type { UploadLimits } from '../../app/upload/pack-folders';
import { MEGABYTE } from '../../core/format';
import type { InspectOptions } from '../../packaging';
import { DEFAULTS, SECTION, type NumberSetting, type SettingName } from './contributed';

const SOURCE_MAPS = 'sourceMaps' satisfies SettingName;
const RELOAD_PAGES = 'reloadPages' satisfies SettingName;
const RECORD_VIDEOS = 'recordVideos' satisfies SettingName;
const CHROMIUM = 'chromium' satisfies SettingName;
const TEST_POOL = 'tests.pool' satisfies SettingName;
const TEST_REUSE = 'tests.reuse' satisfies SettingName;
/** Timeout settings are in seconds. */
const SECOND = 1000;

function number(name: NumberSetting): number {
  return vscode.workspace.getConfiguration(SECTION).get<number>(name, DEFAULTS[name]);
}

/** The browser that the user chose; undefined to use an installed one. */
export function chosenChromium(): string | undefined {
  return vscode.workspace.getConfiguration(SECTION).get<string>(CHROMIUM)?.trim() || undefined;
}

/** The port of the local service; 0: any free port. */
export function localServicePort(): number {
  return number('localService.port');
}

/** The timeouts that the user chose; read again for each request. */
export const timeouts: Partial<ServiceTimeouts> = {
  get answer() {
    return number('timeouts.answer') * SECOND;
  },
  get slowAnswer() {
    return number('timeouts.upload') * SECOND;
  },
};

export function uploadLimits(): UploadLimits {
  return { zipBytes: number('limits.zipSize') * MEGABYTE, extensions: number('limits.extensionsPerUpload') };
}

/** Whether pages are reloaded together with an extension whose content scripts run in them. */
export function reloadsPages(): boolean {
  return vscode.workspace.getConfiguration(SECTION).get<boolean>(RELOAD_PAGES, DEFAULTS[RELOAD_PAGES]);
}

/** How many tests run at a time; 0: as many as there is room for. */
export function testWorkers(): number {
  return number('tests.workers');
}

/** The pool that tests take their browsers from; undefined: each starts a session. */
export function testPool(): string | undefined {
  return vscode.workspace.getConfiguration(SECTION).get<string>(TEST_POOL)?.trim() || undefined;
}

/** Whether a browser runs several tests, and is cleared between. */
export function reusesBrowsers(): boolean {
  return vscode.workspace.getConfiguration(SECTION).get<boolean>(TEST_REUSE, DEFAULTS[TEST_REUSE]);
}

/** Whether a video is recorded while a sequence runs. */
export function recordsVideos(): boolean {
  return vscode.workspace.getConfiguration(SECTION).get<boolean>(RECORD_VIDEOS, DEFAULTS[RECORD_VIDEOS]);
}

/** The settings for selecting the files of a folder. */
export function inspectOptions(folder: vscode.Uri): InspectOptions {
  return {
    sourceMaps: vscode.workspace.getConfiguration(SECTION, folder).get<boolean>(SOURCE_MAPS, DEFAULTS[SOURCE_MAPS]),
  };
}

/** Stores the choice in the settings of the workspace folder if there is one, else in the user's settings. */
export async function setSourceMaps(folder: vscode.Uri, included: boolean): Promise<void> {
  const workspace = vscode.workspace.getWorkspaceFolder(folder);
  const target = workspace ? vscode.ConfigurationTarget.WorkspaceFolder : vscode.ConfigurationTarget.Global;
  await vscode.workspace.getConfiguration(SECTION, folder).update(SOURCE_MAPS, included, target);
}

export function onInspectOptionsChange(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((change) => {
    if (change.affectsConfiguration(`${SECTION}.${SOURCE_MAPS}`)) listener();
  });
}
