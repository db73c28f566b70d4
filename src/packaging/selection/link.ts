import { stat } from 'node:fs/promises';
import path from 'node:path';
import { message, type Message } from '../../core/message';
import { isWithin, realPath } from '../paths';
import { commonDefaults } from './defaults';
import type { Exclusion } from './ignore-patterns';

/** A file or folder, with its name in the zip and its real path. */
export interface Place {
  /** Path within the folder, with `/`; empty for the folder itself. */
  readonly path: string;
  readonly real: string;
  /** Real paths of the folders in which links to folders were followed on the way here. */
  readonly cameFrom: readonly string[];
}

/** Where a symbolic link leads. */
export interface Followed {
  readonly leadsTo: 'file' | 'folder' | 'neither';
  /** The link's path with the real path of its target. */
  readonly place: Place;
  /** Why it cannot be included, whatever the rules say. */
  readonly obstacle?: Message;
  /** The exclusion of its target, whatever the link is named: a link must not bring a secret into the zip. */
  readonly exclusion?: Exclusion;
}

/**
 * Maximum depth of followed folder links. Folders that link to one another in many ways would otherwise lead to an
 * astronomical number of paths.
 */
const MAX_LINK_DEPTH = 2;

/** Where a link leads; it does not depend on the path by which the link was reached. */
type Target = Pick<Followed, 'leadsTo' | 'obstacle' | 'exclusion'> & { readonly real?: string };

/**
 * The symbolic links of a folder. In the zip, a link is replaced with its target, because a zip with links is rejected.
 */
export class Links {
  /** By the real path of the link: a link that is reached many times, through other links, is looked up once. */
  private readonly targets = new Map<string, Promise<Target>>();
  private readonly external = commonDefaults();

  /** `root` is a real path. */
  constructor(private readonly root: string) {}

  async follow(link: Place): Promise<Followed> {
    const { real, leadsTo, obstacle, exclusion } = await this.target(link.real);
    if (real === undefined) return { leadsTo, place: link, obstacle };
    const cameFrom = leadsTo === 'folder' ? [...link.cameFrom, path.dirname(link.real)] : link.cameFrom;
    return {
      leadsTo,
      place: { path: link.path, real, cameFrom },
      obstacle: obstacle ?? obstacleOnTheWay(leadsTo, real, cameFrom),
      exclusion,
    };
  }

  private target(link: string): Promise<Target> {
    const known = this.targets.get(link) ?? this.lookUp(link);
    this.targets.set(link, known);
    return known;
  }

  private async lookUp(link: string): Promise<Target> {
    const real = await realPath(link).catch(() => undefined);
    const status = real === undefined ? undefined : await stat(real).catch(() => undefined);
    if (real === undefined || !status) return { leadsTo: 'neither', obstacle: message('broken symbolic link') };
    const leadsTo = kindOf(status);
    if (!isWithin(this.root, real)) return { leadsTo, real, obstacle: message('symbolic link out of the folder') };
    return { leadsTo, real, exclusion: this.externalExclusion(path.relative(this.root, real), leadsTo) };
  }

  private externalExclusion(within: string, leadsTo: Followed['leadsTo']): Exclusion | undefined {
    const found = within
      ? this.external.find(within.split(path.sep).join('/') + (leadsTo === 'folder' ? '/' : ''))
      : undefined;
    return found?.verdict === 'out' ? found.means : undefined;
  }
}

function kindOf(status: { isFile(): boolean; isDirectory(): boolean }): Followed['leadsTo'] {
  if (status.isDirectory()) return 'folder';
  return status.isFile() ? 'file' : 'neither';
}

function obstacleOnTheWay(
  leadsTo: Followed['leadsTo'],
  real: string,
  cameFrom: readonly string[],
): Message | undefined {
  if (leadsTo === 'neither') return message('symbolic link to neither a file nor a folder');
  if (leadsTo === 'file') return undefined;
  if (cameFrom.some((folder) => isWithin(real, folder))) return message('symbolic link to a parent folder');
  return cameFrom.length > MAX_LINK_DEPTH ? message('symbolic links nested too deeply') : undefined;
}
