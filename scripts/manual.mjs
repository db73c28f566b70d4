// npm run manual: writes the tables of settings and commands in docs, as package.json has them, and of the action.
//   npm run manual -- --check    only reports whether they are up to date
// It also writes what agents read of the repository: scripts/shelves.mjs.
// What a command does is written by hand, in its row: it stays when the table is written again.
import fs from 'node:fs';
import path from 'node:path';
import { marked } from 'marked';
import { format } from 'prettier';
import { parse } from 'yaml';
import { SHELVES } from './shelves.mjs';

const root = path.resolve(import.meta.dirname, '..');
const read = (file) => fs.readFileSync(path.join(root, file), 'utf8');
const { contributes } = JSON.parse(read('package.json'));
const texts = JSON.parse(read('package.nls.json'));
/** A text of package.json, in which `%key%` stands for one of package.nls.json. */
const textOf = (value) => value.replaceAll(/^%(.*)%$/g, (_, key) => texts[key]);

const PLACES = {
  'explorer/context': () => 'Explorer',
  'browserSessions.explorer': () => 'Explorer',
  'editor/title': ({ when }) => `title of a ${tabOf(when)}`,
  'view/title': ({ when, group }) => `${group.startsWith('navigation') ? 'button' : '`…`'} of ${viewIn(when)}`,
};

/** What a row is, by what a menu asks of its `contextValue` first. */
const ROWS = {
  'a session': ['session'],
  'an upload': ['upload', 'watched'],
  'a loaded extension': ['loaded', 'followed', 'debugged', 'failing', 'erring', 'brought'],
  'an area of storage': ['area'],
  'a pool': ['pool'],
  'an extension of the catalog': ['extension'],
  'a file of the package': ['in', 'out'],
};

function tabOf(when) {
  if (when.includes('clicks')) return 'sequence';
  if (when.includes('browserSessions.report')) return 'report';
  return when.includes('Webview') ? 'screen' : 'screenshot';
}

function viewIn(when) {
  const [id] = /browserSessions\.\w+/.exec(when) ?? [];
  return id ? `*${textOf(contributes.views.browserSessions.find((view) => view.id === id).name)}*` : 'every view';
}

function rowsIn(when) {
  const words = /viewItem =~ \/(.*?)\//.exec(when)[1].match(/(?<!\\)\b[a-z]{2,}|(?<=\\b)[a-z]+/g);
  return Object.keys(ROWS).filter((row) => ROWS[row].some((word) => words.includes(word)));
}

function placesOf(command) {
  const { commandPalette, 'view/item/context': rows, 'browserSessions.input': inputs, ...menus } = contributes.menus;
  const itemsIn = (menu) => menu.filter((item) => item.command === command);
  const isHidden = itemsIn(commandPalette).some(({ when }) => when === 'false');
  const found = Object.entries(menus).flatMap(([menu, items]) => itemsIn(items).map(PLACES[menu]));
  // A submenu in the menu of a session.
  const ofInputs = itemsIn(inputs).length > 0 ? ['a session'] : [];
  const ofRows = [...new Set([...ofInputs, ...itemsIn(rows).flatMap(({ when }) => rowsIn(when))])];
  return [
    ...(isHidden ? [] : ['palette']),
    ...new Set(found),
    ...(ofRows.length > 0 ? [`row of ${ofRows.join(', ')}`] : []),
  ];
}

function keysOf(command) {
  return contributes.keybindings
    .filter((each) => each.command === command)
    .map(
      ({ key, mac, when = '' }) =>
        `${shown(key)}${mac ? ` (macOS: ${shown(mac)})` : ''}${when.includes('focusedView') ? ` in ${viewIn(when)}` : ''}`,
    );
}

function shown(key) {
  return `\`${key.replaceAll(/(^|\+)(\w)/g, (_, plus, letter) => plus + letter.toUpperCase())}\``;
}

function line(cells) {
  return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
}

function table(head, rows) {
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** A description, with its links to the manual as they are between pages. */
function description({ description: plain, markdownDescription: text = plain }) {
  return textOf(text).replaceAll(
    /\(command:browserSessions\.openManual\?([^)]*)\)/g,
    (_, args) => `(${JSON.parse(decodeURIComponent(args))[0].page}.md)`,
  );
}

function settings() {
  const { properties } = contributes.configuration;
  const rows = Object.entries(properties).map(([name, setting]) => [
    `\`${name}\``,
    description(setting),
    `\`${JSON.stringify(setting.default)}\``,
    ['resource', 'window'].includes(setting.scope) ? 'yes' : 'no',
  ]);
  const fields = Object.entries(properties['browserSessions.connections'].items.properties);
  return [
    table(['setting', 'meaning', 'default', 'a workspace can change it'], rows),
    'A connection has these fields:',
    table(
      ['field', 'meaning'],
      fields.map(([name, field]) => [`\`${name}\``, description(field)]),
    ),
  ].join('\n\n');
}

function commands(before) {
  const written = marked.lexer(before).find(({ type }) => type === 'table')?.rows ?? [];
  const words = new Map(written.map(([name, what]) => [name.text, what.text]));
  const rows = contributes.commands
    .map(({ command, title }) => [command, textOf(title)])
    // What only a click on a row runs is found nowhere else.
    .filter(([command]) => placesOf(command).length > 0)
    .map(([command, title]) => {
      const what = words.get(title);
      if (!what) undescribed.push(title);
      return [title, what ?? '', placesOf(command).join(' · '), keysOf(command).join(', ')];
    });
  return table(['command', 'what it does', 'where it is', 'key'], rows);
}

function action() {
  const { inputs, outputs } = parse(read('action.yml'));
  const given = Object.entries(inputs).map(([name, { description: what, default: usual }]) => [
    `\`${name}\``,
    what,
    usual === '' ? '' : `\`${usual}\``,
  ]);
  const told = Object.entries(outputs).map(([name, { description: what }]) => [`\`${name}\``, what]);
  return `${table(['input', 'meaning', 'default'], given)}\n\n${table(['output', 'meaning'], told)}`;
}

const undescribed = [];
const stale = [];
for (const [name, make] of Object.entries({ settings, commands, ci: action })) {
  const file = `docs/${name}.md`;
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const page = read(file);
  const [from, to] = [page.indexOf(begin) + begin.length, page.indexOf(end)];
  const made = `${page.slice(0, from)}\n\n${make(page.slice(from, to))}\n\n${page.slice(to)}`;
  if (made === page) continue;
  stale.push(file);
  if (!process.argv.includes('--check')) fs.writeFileSync(path.join(root, file), made);
}
for (const [file, content] of Object.entries(SHELVES)) {
  const made =
    typeof content === 'string' ? content : await format(JSON.stringify(content), { parser: 'json', printWidth: 120 });
  const at = path.join(root, file);
  if (fs.existsSync(at) && fs.readFileSync(at, 'utf8') === made) continue;
  stale.push(file);
  if (process.argv.includes('--check')) continue;
  fs.mkdirSync(path.dirname(at), { recursive: true });
  fs.writeFileSync(at, made);
}
if (process.argv.includes('--check') && stale.length > 0)
  console.error(`${stale.join(' and ')} are not as they are made: run npm run manual.`);
if (undescribed.length > 0) console.error(`docs/commands.md does not say what these do: ${undescribed.join(', ')}`);
process.exitCode = undescribed.length > 0 || (process.argv.includes('--check') && stale.length > 0) ? 1 : 0;
