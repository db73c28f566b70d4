import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import { codeOf, throwIfCancelled } from '../../core/errors';
import { message, type Message } from '../../core/message';
import type { Problem } from '../problem';
import { exists, mayBeBroken, readableFile, statusOf } from './file-status';
import { GIT_IGNORE } from './git';
import { type Exclusion, readGitIgnore } from './ignore-patterns';
import type { ExcludedFile, InclusionReason } from './rule';
import { Links, type Place } from './link';
import { OWN_IGNORE_FILE } from './extension-ignore';
import {
  decideFile,
  decideFolder,
  type Decision,
  reachable,
  type Reached,
  type Requirements,
  type Scope,
  scopeInside,
  withGitIgnore,
} from './scope';
import { notePosition } from '../thread/position';

/** A file that is included. */
export interface PackedFile {
  /** Path within the folder, with `/`: its name in the zip. */
  readonly path: string;
  /** Where it is read from. */
  readonly source: string;
  /** Size in bytes at the inspection. */
  readonly bytes: number;
  /** Another one after every change of the file; undefined if it may change without. */
  readonly stamp?: string;
  /** Only if a rule would have excluded it. */
  readonly why?: InclusionReason;
}

/** The zip format supports neither drives nor backslashes, and the zip library would change such names. */
const NOT_IN_A_ZIP = /\\|^\w+:/;

/** Entries of a folder that are matched against the rules without a pause; in between, other work gets a turn. */
const ENTRIES_PER_TURN = 20;

/**
 * Files looked up at the same time. A look-up is mostly waiting; this keeps Node's four I/O threads (the default) busy.
 */
const MAX_LOOK_UPS = 32;

/** How often the same folder may be walked. Folders that link to one another would be walked forever. */
const MAX_WALKS = 32;

/**
 * Walks a folder and collects what it finds. An excluded folder is not entered; what is re-included below it is looked
 * up by its path.
 */
export class Walk {
  readonly files: PackedFile[] = [];
  readonly excluded: ExcludedFile[] = [];
  readonly problems: Problem[] = [];

  private readonly links: Links;
  private readonly limit = pLimit(MAX_LOOK_UPS);
  /** How often each folder was walked, by real path. */
  private readonly walked = new Map<string, number>();
  /** Folders that links lead to and that are not walked yet. */
  private linked: { readonly place: Place; readonly scope: Scope; readonly decision: Decision }[] = [];

  /** `root` is a real path. */
  constructor(
    private readonly root: string,
    private readonly needs: Requirements,
    private readonly signal: AbortSignal,
  ) {
    this.links = new Links(root);
  }

  async start(scope: Scope): Promise<void> {
    await this.visit({ path: '', real: this.root, cameFrom: [] }, scope);
    while (this.linked.length > 0) {
      const linked = this.linked.toSorted((one, other) => (one.place.path < other.place.path ? -1 : 1));
      this.linked = [];
      // One after another: which links to a folder exceed the limit must not depend on the speed of the disk.
      for (const each of linked) await this.enterFolder(each.place, each.scope, each.decision);
    }
  }

  /** @throws Cancelled instead of beginning the look-up, once the signal is aborted. */
  private lookUp<T>(task: () => Promise<T>): Promise<T> {
    return this.limit(() => {
      throwIfCancelled(this.signal);
      return task();
    });
  }

  private async visit(place: Place, scope: Scope): Promise<void> {
    const walked = (this.walked.get(place.real) ?? 0) + 1;
    this.walked.set(place.real, walked);
    if (walked > MAX_WALKS)
      return this.linkExcluded(place.path, message('folder already included {0} times through links', MAX_WALKS));
    const entries = await this.list(place);
    const inside = entries.some((entry) => entry.name === GIT_IGNORE && entry.isFile())
      ? await this.withGitIgnore(scope, place)
      : scope;
    for (let start = 0; start < entries.length; start += ENTRIES_PER_TURN) {
      await Promise.all(
        entries.slice(start, start + ENTRIES_PER_TURN).map((entry) => this.enter(place, inside, entry)),
      );
    }
  }

  private async list({ path: within, real }: Place): Promise<Dirent[]> {
    try {
      return await this.lookUp(() => readdir(real, { withFileTypes: true }));
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
      // The folder was deleted after its parent was listed, so it is not part of the extension.
      if (codeOf(error) !== 'ENOENT') this.unreadable(within, true);
      return [];
    }
  }

  private async withGitIgnore(scope: Scope, { path: within, real }: Place): Promise<Scope> {
    const list = scope.git && (await this.lookUp(() => readGitIgnore(path.join(real, GIT_IGNORE))));
    return list ? withGitIgnore(scope, list, within && `${within}/`) : scope;
  }

  private async enter({ path: within, real, cameFrom }: Place, scope: Scope, entry: Dirent): Promise<void> {
    const place = {
      path: within ? `${within}/${entry.name}` : entry.name,
      real: path.join(real, entry.name),
      cameFrom,
    };
    notePosition(place.real);
    if (mayBeBroken(entry.name) && !(await exists(place.real))) this.nameBroken(place.path);
    else if (NOT_IN_A_ZIP.test(place.path)) this.nameNotInZip(place.path, entry.isDirectory());
    else if (entry.name === OWN_IGNORE_FILE)
      this.exclude(place, { rule: { kind: 'none' }, reason: message('exclusion rules') });
    else if (entry.isSymbolicLink()) await this.enterLink(place, scope);
    else if (entry.isDirectory()) await this.enterFolder(place, scope, decideFolder(scope, this.needs, place.path));
    else if (entry.isFile()) await this.enterFile(place, decideFile(scope, this.needs, place.path));
    else this.excludeForGood(place.path, message('neither a file nor a folder'));
  }

  private async enterFolder(place: Place, scope: Scope, decision: Decision): Promise<void> {
    if (decision.included) return this.visit(place, scopeInside(scope, place.path, decision.why));
    this.excluded.push({ path: place.path, folder: true, ...outcome(decision) });
    await Promise.all(
      reachable(this.needs, place.path, decision.exclusion).map((reached) => this.reach(place, scope, reached)),
    );
  }

  private async enterFile(place: Place, decision: Decision): Promise<void> {
    if (!decision.included) return this.exclude(place, decision.exclusion, decision.otherwise);
    const file = await this.lookUp(() => readableFile(place.real));
    if (file === 'unreadable') this.unreadable(place.path, false);
    else if (file !== 'gone')
      this.files.push({ path: place.path, source: place.real, ...file, ...(decision.why && { why: decision.why }) });
  }

  private async enterLink(place: Place, scope: Scope): Promise<void> {
    const link = await this.lookUp(() => this.links.follow(place));
    const decision =
      link.leadsTo === 'folder'
        ? decideFolder(scope, this.needs, place.path, link.exclusion)
        : decideFile(scope, this.needs, place.path, link.exclusion);
    if (decision.included && link.obstacle) return this.linkExcluded(place.path, link.obstacle);
    if (!decision.included && link.exclusion && decision.exclusion === link.exclusion)
      this.warnOfLink(place.path, link.exclusion.reason);
    if (link.leadsTo === 'folder') this.linked.push({ place: link.place, scope, decision });
    else await this.enterFile(link.place, decision);
  }

  /** Looks up a path that is re-included from inside an excluded folder; there may be links on the way. */
  private async reach(folder: Place, scope: Scope, { path: within, why }: Reached): Promise<void> {
    const real = path.join(folder.real, within.slice(folder.path.length));
    if (statusOf(real) === 'gone') return;
    const { leadsTo, place, obstacle, exclusion } = await this.lookUp(() =>
      this.links.follow({ ...folder, path: within, real }),
    );
    const reason = obstacle ?? (why.by.kind !== 'ignore-file' && exclusion?.secret ? exclusion.reason : undefined);
    if (reason) this.linkExcluded(within, reason);
    else if (leadsTo === 'folder') this.linked.push({ place, scope, decision: { included: true, why } });
    else await this.enterFile(place, { included: true, why });
  }

  private exclude({ path: within, real }: Place, exclusion: Exclusion, otherwise?: ExcludedFile['otherwise']): void {
    const status = statusOf(real);
    const bytes = typeof status === 'string' ? undefined : status.size;
    this.excluded.push({
      path: within,
      folder: false,
      ...(bytes !== undefined && { bytes }),
      ...outcome({ exclusion, otherwise }),
    });
  }

  private excludeForGood(within: string, reason: Message, folder = false): void {
    this.excluded.push({ path: within, folder, reason, rule: { kind: 'none' } });
  }

  /** Warns the user, who sees the file in the folder and must know that it is not in the zip. */
  private linkExcluded(within: string, reason: Message): void {
    this.excludeForGood(within, reason);
    this.warnOfLink(within, reason);
  }

  private warnOfLink(file: string, reason: Message): void {
    this.problems.push({
      severity: 'warning',
      code: 'link-excluded',
      message: message('“{0}” is excluded ({1}).', file, reason),
      file,
    });
  }

  private nameBroken(file: string): void {
    this.excludeForGood(file, message('name isn’t UTF-8'));
    this.problems.push({
      severity: 'warning',
      code: 'name-not-utf-8',
      message: message('“{0}” is excluded: its name isn’t UTF-8. Rename it.', file),
      file,
    });
  }

  private nameNotInZip(file: string, folder: boolean): void {
    this.excludeForGood(file, message('name can’t be stored in a zip'), folder);
    this.problems.push({
      severity: 'warning',
      code: 'name-not-in-zip',
      message: message('“{0}” is excluded: a zip can’t store its name. Rename it.', file),
      file,
    });
  }

  private unreadable(file: string, folder: boolean): void {
    this.excludeForGood(file, message('unreadable'), folder);
    const text = message(
      'Couldn’t read {0}, and the extension may need it. Change its permissions or remove it.',
      file || path.basename(this.root),
    );
    this.problems.push({ severity: 'error', code: 'unreadable', message: text, file });
  }
}

function outcome({
  exclusion,
  otherwise,
}: {
  exclusion: Exclusion;
  otherwise?: ExcludedFile['otherwise'];
}): Pick<ExcludedFile, 'reason' | 'rule' | 'otherwise'> {
  return { reason: exclusion.reason, rule: exclusion.rule, ...(otherwise && { otherwise }) };
}
