import { english } from '../../src/core/message';
import type { Problem } from '../../src/packaging';
import { type Case, fingerprint } from './case';
import type { Answer, Recorded } from './recorded';

/** Install warnings that say that something in the manifest is ignored. */
const PASSED_OVER = /^Permission '.*' is unknown|^URL pattern '.*' is malformed|^Unrecognized manifest key/;
/** Keys of another browser or system, which are present on purpose. */
const ON_PURPOSE = /'(user_scripts|chromeos_system_extension)'/;

type Answers = Readonly<Record<string, Answer>>;

/** The major version, for users: `Chromium 150`. */
function spoken(versions: readonly string[]): string {
  return versions.map((version) => `Chromium ${version.replace(/\..*$/, '')}`).join(', ');
}

/** What is wrong with the record of a family: each case needs an answer of every version, and nothing else is in it. */
export function faultsOfRecord(
  { chromium, verdicts }: Recorded,
  cases: readonly Case[],
  versions: readonly string[],
): readonly string[] {
  const names = cases.map(({ name }) => name);
  return [
    ...faultsOfVersions('the record', chromium, versions),
    ...Object.keys(verdicts)
      .filter((name) => !names.includes(name))
      .map((name) => `${name}: is recorded, and is no case`),
    ...cases.flatMap((each) => {
      const verdict = verdicts[each.name];
      return verdict?.of === fingerprint(each)
        ? faultsOfVersions(each.name, Object.keys(verdict.answers), versions)
        : [`${each.name}: nothing is recorded about its files`];
    }),
  ];
}

function faultsOfVersions(of: string, asked: readonly string[], versions: readonly string[]): readonly string[] {
  const [ours, wanted] = [asked.join(', '), versions.join(', ')];
  return ours === wanted ? [] : [`${of}: has answers of ${ours || 'no version'}, and not of ${wanted}`];
}

/** Where our problems with a case differ from the answers, each as a sentence that begins with the case. */
export function differences(
  { name }: Case,
  problems: readonly Problem[],
  answers: Answers,
  versions: readonly string[],
): readonly string[] {
  const ours = (wanted: Problem['severity']): string[] =>
    problems.filter(({ severity }) => severity === wanted).map(({ code, message }) => `${code}: ${english(message)}`);
  return [
    ...aboutLoading(answers, ours('error'), ours('warning'), versions),
    ...aboutPassingOver(answers, ours('warning'), versions),
  ].map((difference) => `${name}: ${difference}`);
}

/** An error of ours is what every version refuses; what only some refuse is a warning. */
function aboutLoading(
  answers: Answers,
  errors: readonly string[],
  warnings: readonly string[],
  versions: readonly string[],
): readonly string[] {
  const refusing = versionsThat(answers, ({ refused }) => refused !== undefined);
  if (refusing.length === versions.length) return errors.length > 0 ? [] : ['is refused, and we have no error'];
  const outcome = refusing.length > 0 ? `is refused by ${spoken(refusing)} only` : 'loads';
  return [
    ...(errors.length > 0 ? [`${outcome}, and we have an error: ${errors.join('; ')}`] : []),
    ...(refusing.length > 0 ? notNamed(outcome, refusing, warnings, versions) : []),
  ];
}

function aboutPassingOver(
  answers: Answers,
  warnings: readonly string[],
  versions: readonly string[],
): readonly string[] {
  const passing = versionsThat(answers, isPassedOver);
  if (passing.length === 0) return [];
  const outcome = 'is loaded, and something is passed over';
  if (versionsThat(answers, (answer) => (answer.warnings ?? []).length > 0).length < versions.length)
    return notNamed(`${outcome} by ${spoken(passing)} only`, passing, warnings, versions);
  return warnings.length > 0 ? [] : [`${outcome}, and we have no warning`];
}

/** One of our warnings must name each version that reports the problem, and each that does not. */
function notNamed(
  outcome: string,
  minding: readonly string[],
  warnings: readonly string[],
  versions: readonly string[],
): readonly string[] {
  const others = versions.filter((version) => !minding.includes(version));
  const wanted = `${spoken(minding)} reports this; ${spoken(others)} doesn’t`;
  if (warnings.some((words) => words.includes(wanted))) return [];
  return [`${outcome}, and no warning says “${wanted}”: ${warnings.join('; ') || 'there is no warning'}`];
}

/** The versions whose answer to a case satisfies a condition. */
function versionsThat(answers: Answers, say: (answer: Answer) => boolean): string[] {
  return Object.entries(answers).flatMap(([version, answer]) => (say(answer) ? [version] : []));
}

function isPassedOver({ warnings = [] }: Answer): boolean {
  return warnings.some((warning) => PASSED_OVER.test(warning) && !ON_PURPOSE.test(warning));
}
