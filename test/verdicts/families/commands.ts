import { type Case, change } from '../case';

const SHORTCUTS = [
  'Ctrl+Y', 'Ctrl+Shift+Y', 'Alt+Y', 'Alt+Shift+1', 'Shift+Y', 'Y', 'Ctrl+Alt+Y', 'Ctrl+Alt+Shift+Y', 'Command+Y', 'MacCtrl+Y', 'Search+Y', 'ctrl+Y',
  'Ctrl+y', 'Ctrl + Y', 'Ctrl-Y', 'Control+Y', 'Ctrl+F1', 'F1', 'Ctrl+Comma', 'Ctrl+,', 'Ctrl+Space', 'Ctrl+Tab', 'Ctrl+Enter', 'Ctrl+Up',
  'Ctrl+Insert', 'Ctrl+Delete', 'Ctrl+Home', 'Ctrl+PageUp', 'Ctrl+End', 'Ctrl+PageDown', 'MediaNextTrack', 'MediaPlayPause', 'Ctrl+MediaStop', 'Ctrl',
  '', 'Ctrl+', 'Ctrl+Shift', 'Ctrl+Ctrl+Y', 'Ctrl+YY', 'Ctrl+Shift+Alt+Y', 'Y+Ctrl', 'Shift+Ctrl+Y', 'Ctrl+Period', 'Ctrl+Esc', 'Ctrl+0', 'Alt+Left',
  'Ctrl+Ü', 'Ctrl+Y+Z', 'Ctrl+Shift+Y+Z', 'Shift+F1', 'Option+Y', 'Cmd+Y', 'Meta+Y', 'Ctrl+Backspace', 'Ctrl+Minus', 'Shift+Command+Y',
  'Ctrl+Shift+Tab', 'Alt+Tab', 'Alt+F4', 'Ctrl+MediaPlayPause', 'MediaPrevTrack', 'Shift+Up', 'Ctrl+Command+Y', 'Alt+Command+Y',
];
const cmd = (commands: unknown): Case => change(`commands ${JSON.stringify(commands)}`, { commands });
const d = (command: object): object => ({ description: 'd', ...command });
const n = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, index) => [`c${index}`, d({ suggested_key: { default: `Ctrl+Shift+${index}` } })]));

export const commands: readonly Case[] = [
  ...SHORTCUTS.map((shortcut) => cmd({ c: d({ suggested_key: shortcut }) })),
  ...['windows','mac','chromeos','linux','default','android','foo'].flatMap((p) => ['Ctrl+Y','Command+Y','Search+Y','MacCtrl+Y','x',1,''].map((k) => cmd({ c: d({ suggested_key: { [p]: k } }) }))),
  ...[1,true,[],{},null,{default:'Ctrl+Y',mac:'x'},{default:'x',linux:'Ctrl+Y'},{default:'Ctrl+Y',foo:'Ctrl+Y'},{mac:'Ctrl+Y'},{windows:'Ctrl+Y',mac:'Ctrl+Y'}].map((k) => cmd({ c: d({ suggested_key: k }) })),
  cmd({ c: {} }),
  cmd({ c: { description: '' } }),
  cmd({ c: { description: 1 } }),
  cmd({ c: 1 }),
  cmd({ c: d({}) }),
  cmd({ '': d({}) }),
  cmd({ _execute_action: {} }),
  cmd({ _execute_action: { suggested_key: 'Ctrl+B' } }),
  cmd({ _execute_browser_action: {} }),
  cmd({_execute_browser_action: {suggested_key:'Ctrl+Y'}}),
  cmd({ _execute_page_action: {} }),
  cmd({ _x: {} }),
  cmd({ c: d({ global: 1 }) }),
  cmd({ c: d({ global: true }) }),
  cmd({c:d({global:true,suggested_key:'Alt+Y'})}),
  cmd({c:d({global:true,suggested_key:'Ctrl+Shift+Y'})}),
  cmd({c:d({global:true,suggested_key:'Ctrl+Shift+1'})}),
  cmd(n(4)),
  cmd(n(5)),
  cmd({ ...n(4), x: d({}) }),
  cmd({...n(4), _execute_action:{suggested_key:'Ctrl+B'}}),
  cmd({...n(3), a: d({suggested_key:{mac:'Ctrl+Y'}}), b:d({suggested_key:{mac:'Ctrl+Z'}})}),
  cmd({a:d({suggested_key:'Ctrl+Y'}),b:d({suggested_key:'Ctrl+Y'})}),
  change('cmd no action', { action: undefined, commands: { _execute_action: { suggested_key: 'Ctrl+B' } } }),
];
