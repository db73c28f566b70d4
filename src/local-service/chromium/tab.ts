import type { Protocol } from 'devtools-protocol';
import type { Channel } from '../../chromium/channel';
import { ignoreFailure } from '../../chromium/failures';

/** What a page reports about itself. CSS pixels, which are screen pixels here. */
export interface View {
  visible: boolean;
  width: number;
  height: number;
}

const VIEW = '({ visible: document.visibilityState === "visible", width: innerWidth, height: innerHeight })';

/** One page of the browser. */
export class Tab {
  readonly id: string;
  readonly channel: Channel;
  /** Settles when the first document has been parsed. */
  readonly parsed: Promise<void>;
  url: string;

  constructor(channel: Channel, { targetId, url }: Protocol.Target.TargetInfo) {
    this.id = targetId;
    this.url = url;
    this.channel = channel;
    this.parsed = new Promise((resolve) => channel.on('Page.domContentEventFired', () => resolve()));
  }

  /** A new page waits for this before it runs, so that none of its dialogs is missed. */
  async start(): Promise<void> {
    this.channel.on('Inspector.targetCrashed', () => void ignoreFailure(this.channel.send('Page.reload')));
    this.channel.on('Page.javascriptDialogOpening', ({ type }) => void this.answerDialog(type));
    await ignoreFailure(
      Promise.all([this.channel.send('Page.enable'), this.channel.send('Runtime.runIfWaitingForDebugger')]),
    );
  }

  async view(): Promise<View> {
    const { result } = await this.channel.send('Runtime.evaluate', { expression: VIEW, returnByValue: true });
    return result.value;
  }

  /** A dialog blocks every answer of its page, and nobody can see it here. Leaving a page is allowed. */
  private answerDialog(type: Protocol.Page.DialogType): Promise<void> {
    return ignoreFailure(this.channel.send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' }));
  }
}
