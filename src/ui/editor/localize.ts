import * as vscode from 'vscode';
import { Localizer } from '../../core/localizer';

export {
  MAX_NAME,
  MAX_NAME_IN_NOTICE,
  MAX_TITLE,
  MAX_STATUS,
  MAX_WORDS,
  MAX_NOTIFICATION,
  MAX_DETAIL,
  MAX_PROBLEM,
  withIcon,
} from '../../core/localizer';

/** In the editor's language. */
export const { localize, t, plainLabel } = new Localizer((template) => vscode.l10n.t(template));
