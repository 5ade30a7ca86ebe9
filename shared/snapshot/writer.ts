/** Bytes written one after the other into a buffer that doubles. */
export class Writer {
  private buffer = new Uint8Array(1024);
  private readonly encoder = new TextEncoder();
  length = 0;

  byte(value: number): void {
    if (this.length === this.buffer.length) this.grow(1);
    this.buffer[this.length++] = value;
  }

  varint(value: number): void {
    let rest = value;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) this.byte((rest % 0x80) | 0x80);
    this.byte(rest);
  }

  zigzag(value: number): void {
    this.varint(value < 0 ? -value * 2 - 1 : value * 2);
  }

  bytes(value: Uint8Array): void {
    if (this.length + value.length > this.buffer.length) this.grow(value.length);
    this.buffer.set(value, this.length);
    this.length += value.length;
  }

  text(value: string): void {
    const bytes = this.encoder.encode(value);
    this.varint(bytes.length);
    this.bytes(bytes);
  }

  /** Writes `value` as a count of leading bytes shared with `before` and the rest; returns its bytes. */
  frontCoded(value: string, before: Uint8Array): Uint8Array {
    const bytes = this.encoder.encode(value);
    let shared = 0;
    while (shared < bytes.length && shared < before.length && bytes[shared] === before[shared]) shared++;
    this.varint(shared);
    this.varint(bytes.length - shared);
    this.bytes(bytes.subarray(shared));
    return bytes;
  }

  private grow(by: number): void {
    const grown = new Uint8Array(Math.max(this.buffer.length * 2, this.length + by));
    grown.set(this.buffer.subarray(0, this.length));
    this.buffer = grown;
  }

  /** Forgets what was written after `length`. */
  cut(length: number): void {
    this.length = length;
  }

  done(): Uint8Array<ArrayBuffer> {
    return this.buffer.slice(0, this.length);
  }
}
