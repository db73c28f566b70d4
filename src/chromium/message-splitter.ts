const MIB = 1024 * 1024;
/** Bytes. Chromium's first message is a one-line answer; the longest messages are screenshots. */
const MAX_FIRST_MESSAGE_BYTES = MIB;
const MAX_MESSAGE_BYTES = 128 * MIB;

/**
 * Splits a byte stream into the texts that end with a zero byte. A screenshot is one message of many chunks, so the
 * chunks are concatenated only once.
 */
export class MessageSplitter {
  private started: Buffer[] = [];
  private length = 0;
  private longest = MAX_FIRST_MESSAGE_BYTES;

  /** @throws if a text gets longer than any message of Chromium. */
  push(chunk: Buffer): string[] {
    const texts: string[] = [];
    let from = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, from)) {
      texts.push(Buffer.concat([...this.started, chunk.subarray(from, end)]).toString());
      this.started = [];
      this.length = 0;
      this.longest = MAX_MESSAGE_BYTES;
      from = end + 1;
    }
    if (from < chunk.length) this.keep(chunk.subarray(from));
    return texts;
  }

  private keep(rest: Buffer): void {
    this.started.push(rest);
    this.length += rest.length;
    if (this.length > this.longest) throw new Error(`a message has more than ${this.longest} bytes`);
  }
}
