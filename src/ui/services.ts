import type * as vscode from 'vscode';
import type { Memory } from '../state';
import type { Connection } from './connection';
import type { AllowedSecrets } from './guard-secrets';
import type { Inspections } from './inspections';
import type { Preview } from './preview/preview';
import type { Screenshots } from './screenshots';

/** What the commands work with. A command names the part of it that it needs. */
export interface Services {
  readonly connection: Connection;
  /** What is remembered for the address that is in force now. A command takes it once, at its start. Throws UserError where the address is wrong. */
  readonly memory: Memory;
  readonly inspections: Inspections;
  readonly preview: Preview;
  readonly allowedSecrets: AllowedSecrets;
  readonly screenshots: Screenshots;
  readonly log: vscode.LogOutputChannel;
}
