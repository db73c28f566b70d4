import type { Node } from 'jsonc-parser';
import { message } from '../../../core/message';
import { addElement, addMember, replaceValue } from '../../manifest/edits';
import { elements, member, members, property, type ManifestText } from '../../manifest/manifest-text';
import type { Fix, Problem } from '../../problem';
import { keyOf, pathOf, errorAt, removing, warningAt } from '../finding';
import type { PackageContents } from '../package-contents';

const MAX_RULESETS = 100;
const MAX_ENABLED = 50;
const RULES_PERMISSIONS = ['declarativeNetRequest', 'declarativeNetRequestWithHostAccess'];

/** Checks rules between the keys of one feature. */
export function checkFeatures({ manifest }: PackageContents): Problem[] {
  return [
    ...checkBackground(manifest),
    ...checkRules(manifest),
    ...checkOverrides(manifest),
    ...checkOptions(manifest),
    ...checkVoices(manifest),
  ];
}

/** The background keys of manifest version 2 do not work in version 3. */
function checkBackground(manifest: ManifestText): Problem[] {
  const background = property(manifest, 'background');
  const [worker, type, scripts] = [
    member(background, 'service_worker'),
    member(background, 'type'),
    member(background, 'scripts'),
  ];
  const old = ['scripts', 'page'].map((key) => member(background, key)).find((node) => node !== undefined);
  return [
    ...(worker && type && type.value !== 'module' && type.value !== 'classic'
      ? [
          errorAt(
            manifest,
            'wrong-type',
            type,
            message('“background.type” must be one of {0}.', '"module", "classic"'),
            removing(manifest, type),
          ),
        ]
      : []),
    // Together with a service worker, they are meant for other browsers.
    ...(old && !worker
      ? [
          warningAt(
            manifest,
            'background',
            keyOf(old),
            message('“{0}” doesn’t run with manifest version 3. Use one script as “service_worker”.', pathOf(old)),
            scripts ? asWorker(manifest, scripts) : [],
          ),
        ]
      : []),
  ];
}

function asWorker({ text }: ManifestText, scripts: Node): Fix[] {
  const [script, ...more] = elements(scripts);
  if (typeof script?.value !== 'string' || more.length > 0 || !scripts.parent) return [];
  return [
    {
      kind: 'edit',
      title: message('Use as service worker'),
      edits: replaceValue(text, scripts.parent, `"service_worker": ${JSON.stringify(script.value)}`),
    },
  ];
}

function checkRules(manifest: ManifestText): Problem[] {
  const key = property(manifest, 'declarative_net_request');
  if (!key) return [];
  const granted = elements(property(manifest, 'permissions')).some(({ value }) =>
    RULES_PERMISSIONS.includes(String(value)),
  );
  const rulesets = elements(member(key, 'rule_resources'));
  const enabled = rulesets.filter((ruleset) => member(ruleset, 'enabled')?.value === true);
  return [
    ...(granted
      ? []
      : [
          errorAt(
            manifest,
            'permission-missing',
            keyOf(key),
            message('“declarative_net_request” needs the permission “declarativeNetRequest”. Add it to “permissions”.'),
            granting(manifest, 'declarativeNetRequest'),
          ),
        ]),
    ...tooMany(
      manifest,
      rulesets[MAX_RULESETS],
      message('Chromium accepts at most {0} rulesets. Remove some.', MAX_RULESETS),
    ),
    ...tooMany(
      manifest,
      enabled[MAX_ENABLED],
      message('At most {0} rulesets can be enabled by default. Disable some.', MAX_ENABLED),
    ),
    ...checkRulesetIds(manifest, rulesets),
  ];
}

function granting({ text, root }: ManifestText, permission: string): Fix[] {
  const permissions = member(root, 'permissions');
  if (permissions && permissions.type !== 'array') return [];
  const json = JSON.stringify(permission);
  return [
    {
      kind: 'edit',
      title: message('Add the permission {0}', permission),
      edits: permissions ? addElement(text, permissions, json) : addMember(text, root, 'permissions', `[${json}]`),
    },
  ];
}

function tooMany(manifest: ManifestText, first: Node | undefined, words: ReturnType<typeof message>): Problem[] {
  return first ? [errorAt(manifest, 'rule-resources', first, words)] : [];
}

function checkRulesetIds(manifest: ManifestText, rulesets: readonly Node[]): Problem[] {
  const ids = rulesets.flatMap((ruleset) => member(ruleset, 'id') ?? []).filter(({ type }) => type === 'string');
  const seen = new Set<unknown>();
  return ids
    .filter(({ value }) => value === '' || String(value).startsWith('_') || seen.has(value) || !seen.add(value))
    .map((id) =>
      errorAt(
        manifest,
        'rule-resources',
        id,
        message('Invalid ruleset ID “{0}”. It must be unique, not empty, and not start with “_”.', String(id.value)),
      ),
    );
}

function checkOverrides(manifest: ManifestText): Problem[] {
  const [, second] = members(property(manifest, 'chrome_url_overrides')).filter(({ key }) =>
    ['newtab', 'history', 'bookmarks'].includes(String(key.value)),
  );
  return second
    ? [
        errorAt(
          manifest,
          'wrong-type',
          second.key,
          message('An extension can override only one page. Remove all but one from “chrome_url_overrides”.'),
          removing(manifest, second.value),
        ),
      ]
    : [];
}

/** The name of a locale may contain letters, digits and the separators between them. */
function checkVoices(manifest: ManifestText): Problem[] {
  return elements(member(property(manifest, 'tts_engine'), 'voices')).flatMap((voice) => {
    const lang = member(voice, 'lang');
    return typeof lang?.value !== 'string' || !/[^\w@=;-]/.test(lang.value)
      ? []
      : [
          errorAt(
            manifest,
            'wrong-type',
            lang,
            message('“{0}” must be a language tag, such as "en-US".', pathOf(lang)),
            removing(manifest, lang),
          ),
        ];
  });
}

function checkOptions(manifest: ManifestText): Problem[] {
  const options = property(manifest, 'options_ui');
  const style = member(options, 'chrome_style');
  return style?.value === true && typeof member(options, 'page')?.value === 'string'
    ? [
        errorAt(
          manifest,
          'wrong-type',
          style,
          message('“chrome_style” can’t be used with manifest version 3. Remove it.'),
          removing(manifest, style),
        ),
      ]
    : [];
}
