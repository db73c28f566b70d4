import * as vscode from 'vscode';
import type { Message } from '../../core/message';
import { joinPlain } from '../../core/plain-text';
import { linkedTooltip, type TooltipLink } from './linked-tooltip';
import { localize, MAX_STATUS, t, withIcon } from './localize';

const KINDS = ['recording', 'watching', 'debugging'] as const;
type Kind = (typeof KINDS)[number];

/** What runs in this window, as the status bar shows it. */
export interface Running {
  readonly icon: string;
  readonly text: Message;
  /** Shown before what runs as it should. */
  readonly isUrgent: boolean;
  /** The same with more room. */
  readonly details: Message;
  /** What can be done about it; the first one is what a click does. */
  readonly links: readonly [TooltipLink, ...TooltipLink[]];
}

/**
 * The status bar item for all that runs: the most urgent in words, the rest as icons, and each in the tooltip with what
 * can be done about it.
 */
export class RunningItem {
  private readonly item = vscode.window.createStatusBarItem('browserSessions.running', vscode.StatusBarAlignment.Left);
  private readonly running = new Map<Kind, Running>();

  constructor() {
    this.item.name = t('Browser Sessions: Running');
  }

  /** @param running undefined: nothing of this kind runs. */
  show(kind: Kind, running: Running | undefined): void {
    if (running) this.running.set(kind, running);
    else this.running.delete(kind);
    const all = KINDS.flatMap((each) => this.running.get(each) ?? []).toSorted(
      (one, other) => Number(other.isUrgent) - Number(one.isUrgent),
    );
    const [first, ...rest] = all;
    if (!first) return this.item.hide();
    const texts = all.map(({ text }) => localize(text, MAX_STATUS));
    const lines = all.map(({ details }) => localize(details));
    this.item.text = joinPlain(' ', [
      withIcon(first.icon, localize(first.text, MAX_STATUS)),
      ...rest.map(({ icon }) => withIcon(icon)),
    ]);
    this.item.tooltip = linkedTooltip(
      lines,
      all.flatMap(({ links }) => links),
    );
    this.item.accessibilityInformation = { label: joinPlain(', ', [...texts, ...lines]), role: 'button' };
    this.item.command = first.links[0][1];
    this.item.show();
  }

  dispose(): void {
    this.item.dispose();
  }
}
