import type { ShownElement } from '../../app/page/elements';
import { joinPlain, plainText, type PlainText } from '../../core/plain-text';
import { MAX_NAME, t } from '../editor/localize';
import type { Choice } from '../editor/pick';

/** An element of a page, by its name and role. */
export function elementChoice(value: ShownElement): Choice<ShownElement> {
  return {
    label: value.name === '' ? t('(no name)') : plainText(value.name, MAX_NAME),
    description: joinPlain(' · ', [
      roleName(value.role),
      ...(value.isInPopup ? [t('popup')] : []),
      ...(value.origin === undefined ? [] : [t('in a frame of {0}', value.origin)]),
    ]),
    value,
  };
}

/** The roles of the accessibility tree are English words. */
function roleName(role: string): PlainText {
  switch (role) {
    case 'button':
    case 'ToggleButton':
      return t('button');
    case 'link':
      return t('link');
    case 'checkbox':
    case 'switch':
      return t('checkbox');
    case 'radio':
      return t('radio button');
    case 'combobox':
    case 'ComboBoxMenuButton':
    case 'PopUpButton':
    case 'listbox':
      return t('list');
    case 'textbox':
    case 'searchbox':
    case 'spinbutton':
      return t('text box');
    case 'tab':
      return t('tab');
    case 'slider':
      return t('slider');
    case 'option':
    case 'treeitem':
      return t('item');
    case 'menuitem':
    case 'menuitemcheckbox':
    case 'menuitemradio':
      return t('menu item');
    case 'DisclosureTriangle':
      return t('control');
    // What only listens for clicks has any role.
    default:
      return t('element');
  }
}
