import type { Node } from 'jsonc-parser';
import { message, sentences, type Message } from '../../../core/message';
import { member, members, property, type ManifestText } from '../../manifest/manifest-text';
import type { Problem } from '../../problem';
import { pathOf, errorAt, removing, warningAt } from '../finding';
import { buttonToRename } from './key-checks';
import type { PackageContents } from '../package-contents';

const PLATFORMS = ['default', 'windows', 'mac', 'chromeos', 'linux'];
/** The action command of manifest version 3, and those of version 2. */
const ACTION_COMMANDS = ['_execute_action', '_execute_browser_action', '_execute_page_action'];
const MAX_SUGGESTED_KEYS = 4;
const MEDIA_KEYS = ['MediaNextTrack', 'MediaPlayPause', 'MediaPrevTrack', 'MediaStop'];
const KEY = /^(?:[A-Z0-9]|Comma|Period|Up|Down|Left|Right|Home|End|PageUp|PageDown|Insert|Delete|Space|Tab)$/;

/** Checks commands and the keys suggested for them. */
export function checkCommands({ manifest }: PackageContents): Problem[] {
  const commands = members(property(manifest, 'commands'));
  const suggested = commands.filter(({ value }) => hasKeys(member(value, 'suggested_key')));
  const tooMany = suggested[MAX_SUGGESTED_KEYS];
  return [
    ...commands.flatMap(({ key, value }) => checkCommand(manifest, key, value)),
    ...(tooMany
      ? [
          errorAt(
            manifest,
            'command',
            tooMany.value,
            message('At most {0} commands can have a “suggested_key”. Remove one.', MAX_SUGGESTED_KEYS),
          ),
        ]
      : []),
  ];
}

function hasKeys(suggested: Node | undefined): boolean {
  return suggested?.type === 'object' || (typeof suggested?.value === 'string' && suggested.value !== '');
}

function checkCommand(manifest: ManifestText, key: Node, command: Node): Problem[] {
  if (command.type !== 'object')
    return [
      errorAt(
        manifest,
        'wrong-type',
        command,
        message('“{0}” must be an object: { … }.', pathOf(command)),
        removing(manifest, command),
      ),
    ];
  const name = String(key.value);
  const suggested = member(command, 'suggested_key');
  return [
    ...(ACTION_COMMANDS.includes(name)
      ? checkActionCommand(manifest, name, command)
      : checkDescription(manifest, command)),
    ...(suggested ? checkSuggested(manifest, suggested) : []),
  ];
}

function checkActionCommand(manifest: ManifestText, name: string, command: Node): Problem[] {
  if (name === ACTION_COMMANDS[0])
    return property(manifest, 'action') ? [] : [warningAt(manifest, 'command', command, withoutAction(manifest, name))];
  const [taken] = ACTION_COMMANDS.filter((each) => member(property(manifest, 'commands'), each));
  if (taken === name)
    return [
      warningAt(
        manifest,
        'command',
        command,
        message('“{0}” has no effect with manifest version 3. Rename it to “_execute_action”.', name),
      ),
    ];
  return [
    warningAt(
      manifest,
      'command',
      command,
      taken === ACTION_COMMANDS[0]
        ? message('“{0}” has no effect with manifest version 3, and “_execute_action” already exists. Remove it.', name)
        : message('“{0}” has no effect with manifest version 3. Remove it.', name),
      removing(manifest, command),
    ),
  ];
}

function withoutAction(manifest: ManifestText, name: string): Message {
  const button = buttonToRename(manifest);
  return button === undefined
    ? message('“{0}” has no effect without “action”. Add "action": {}.', name)
    : message('“{0}” has no effect without “action”. Rename “{1}” to “action”.', name, button);
}

function checkDescription(manifest: ManifestText, command: Node): Problem[] {
  const description = member(command, 'description');
  if (typeof description?.value === 'string' && description.value !== '') return [];
  return [
    errorAt(
      manifest,
      'command',
      description ?? command,
      message('“{0}” must have a non-empty “description”.', pathOf(command)),
    ),
  ];
}

/**
 * A text is the key for all platforms; for an object, the keys of all its platforms are checked. Chromium ignores
 * anything else.
 */
function checkSuggested(manifest: ManifestText, suggested: Node): Problem[] {
  if (suggested.type !== 'object')
    return typeof suggested.value === 'string' && suggested.value !== ''
      ? checkKeys(manifest, suggested, 'default')
      : [];
  const keys = members(suggested);
  const forLinux = keys.some(({ key }) => key.value === 'linux' || key.value === 'default');
  return [
    ...(forLinux
      ? []
      : [
          errorAt(
            manifest,
            'command',
            suggested,
            message('“{0}” has no shortcut for Linux. Add “default”.', pathOf(suggested)),
          ),
        ]),
    ...keys.flatMap(({ key, value }) =>
      PLATFORMS.includes(String(key.value))
        ? checkKeys(manifest, value, String(key.value))
        : [
            errorAt(
              manifest,
              'command',
              key,
              message('Unknown platform “{0}”. Use {1}.', String(key.value), PLATFORMS.join(', ')),
              removing(manifest, value),
            ),
          ],
    ),
  ];
}

function checkKeys(manifest: ManifestText, node: Node, platform: string): Problem[] {
  if (typeof node.value !== 'string' || node.value === '') {
    return [
      errorAt(
        manifest,
        'command',
        node,
        message('“{0}” must be a shortcut, such as "Ctrl+Shift+Y".', pathOf(node)),
        removing(manifest, node),
      ),
    ];
  }
  const fault = shortcutFault(node.value, platform);
  return fault
    ? [errorAt(manifest, 'command', node, sentences(message('“{0}” isn’t a valid shortcut.', node.value), fault))]
    : [];
}

/**
 * A valid shortcut is one key with Ctrl or Alt, and optionally Shift, or a media key alone. Spaces around the plus
 * signs do not count.
 */
function shortcutFault(shortcut: string, platform: string): Message | undefined {
  const parts = shortcut.split('+').map((part) => part.trim());
  const modifiers = [
    'Ctrl',
    'Alt',
    'Shift',
    ...(platform === 'mac' ? ['Command', 'MacCtrl'] : []),
    ...(platform === 'chromeos' ? ['Search'] : []),
  ];
  const keys = parts.filter((part) => !modifiers.includes(part));
  const [key] = keys;
  if (key === undefined) return message('A key is missing after the modifiers.');
  if (MEDIA_KEYS.includes(key)) return parts.length === 1 ? undefined : message('A media key can’t have modifiers.');
  const strange = keys.find((part) => !KEY.test(part));
  if (strange !== undefined)
    return message(
      '“{0}” is unknown. Modifiers: {1}. Keys: A–Z, 0–9, Comma, Period, Space, Tab, Home, End, PageUp, PageDown, Insert, Delete, Up, Down, Left, Right.',
      strange,
      modifiers.join(', '),
    );
  if (keys.length > 1) return message('It has more than one key.');
  const held = new Set(parts.filter((part) => part !== key));
  if (held.has('Ctrl') && held.has('Alt')) return message('Ctrl and Alt can’t be combined.');
  return parts.length > 3 || held.size === 0 || (held.size === 1 && held.has('Shift'))
    ? message('It needs Ctrl or Alt.')
    : undefined;
}
