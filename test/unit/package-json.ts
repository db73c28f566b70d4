import { readFileSync } from 'node:fs';

/** Its text. */
export const manifest = readFileSync('package.json', 'utf8');
/** The texts that it takes, by their keys. */
export const texts: Record<string, string> = JSON.parse(readFileSync('package.nls.json', 'utf8'));

export interface Uses {
  readonly when?: string;
  readonly group?: string;
  readonly key?: string;
  readonly args?: { readonly view: string };
  readonly command?: string;
  readonly submenu?: string;
}

interface ProblemMatcher {
  readonly name: string;
  readonly pattern: { readonly regexp: string };
  readonly background?: { readonly beginsPattern: string; readonly endsPattern: string };
}

interface Walkthrough {
  readonly id: string;
  readonly steps: {
    readonly id: string;
    readonly title: string;
    readonly description: string;
    readonly media: { readonly image: Readonly<Record<string, string>>; readonly altText: string };
    readonly completionEvents: readonly string[];
  }[];
}

interface Contributes {
  readonly configuration: {
    readonly properties: Record<string, { readonly scope?: string; readonly default?: unknown }>;
  };
  readonly commands: { readonly command: string; readonly icon?: string; readonly enablement?: string }[];
  readonly submenus: { readonly id: string }[];
  readonly menus: Record<string, Uses[]>;
  readonly views: {
    readonly browserSessions: readonly {
      readonly name: string;
      readonly icon?: string;
      readonly enablement?: string;
      readonly when?: string;
      readonly visibility?: string;
    }[];
  };
  readonly keybindings: Uses[];
  readonly taskDefinitions: { readonly type: string }[];
  readonly problemMatchers: ProblemMatcher[];
  readonly walkthroughs: Walkthrough[];
  readonly viewsWelcome: { readonly view: string; readonly contents: string; readonly when?: string }[];
}

interface Extension {
  readonly contributes: Contributes;
  readonly publisher: string;
  readonly name: string;
  readonly activationEvents: readonly string[];
  readonly categories: readonly string[];
  readonly keywords: readonly string[];
  readonly repository: { readonly url: string };
  readonly homepage: string;
  readonly bugs: string;
  readonly qna: string;
  readonly scripts: Record<string, string>;
}

export const extension: Extension = JSON.parse(manifest);
export const { contributes } = extension;
