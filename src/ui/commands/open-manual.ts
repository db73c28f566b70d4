import { MANUAL_PAGES } from '../editor/contributed';
import { showManual } from '../editor/manual';
import type { Command } from './command';

export const openManual: Command = async (_services, { page }) => {
  await showManual(MANUAL_PAGES.find((each) => each === page));
};
