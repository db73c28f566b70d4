const BLOCK_BYTES = 1024 * 1024;

/**
 * Collects many small pieces in blocks. Each piece is copied, because zlib's pieces would keep many times their size in
 * memory.
 */
export class Collector {
  private readonly full: Buffer[] = [];
  private block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  private used = 0;

  add(piece: Uint8Array): void {
    for (let at = 0; at < piece.length;) {
      if (this.used === BLOCK_BYTES) this.next();
      const part = piece.subarray(at, at + BLOCK_BYTES - this.used);
      this.block.set(part, this.used);
      this.used += part.length;
      at += part.length;
    }
  }

  /** Everything that was added, in order. */
  blocks(): Uint8Array[] {
    return [...this.full, this.block.subarray(0, this.used)];
  }

  private next(): void {
    this.full.push(this.block);
    this.block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
    this.used = 0;
  }
}
