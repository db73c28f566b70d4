import { askAndClick } from '../sessions/click-in-session';
import type { Command } from './command';

export const click: Command = askAndClick;
