/** Cuts a byte stream into the texts that end with a zero byte. A picture is one message of many chunks: join them once. */
export class MessageSplitter {
  #started: Buffer[] = [];

  push(chunk: Buffer): string[] {
    const texts: string[] = [];
    let from = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, from)) {
      texts.push(Buffer.concat([...this.#started, chunk.subarray(from, end)]).toString());
      this.#started = [];
      from = end + 1;
    }
    if (from < chunk.length) this.#started.push(chunk.subarray(from));
    return texts;
  }
}
