import { readFileSync, writeFileSync } from 'node:fs';
import { type Disk, NODE_DISK } from '../disk.ts';

/** A real disk whose next actions can be made to fail. */
export class FaultyDisk implements Disk {
  /** Errors of the next actions by name; each fails once. */
  readonly #failing: { action: 'create' | 'append' | 'truncate' | 'sync'; written: number }[] = [];
  /** Completed syncs of files. */
  syncs = 0;
  /** Bytes written, however long they stay. */
  written = 0;
  /** Syncs wait until this resolves. */
  held: Promise<void> = Promise.resolve();

  /** Makes the next such action fail. An append has then written the first `written` bytes. */
  fail(action: 'create' | 'append' | 'truncate' | 'sync', written = 0): void {
    this.#failing.push({ action, written });
  }

  create(path: string): number {
    this.#failIf('create');
    return NODE_DISK.create(path);
  }

  append(file: number, bytes: Buffer): void {
    const [failing] = this.#failing;
    if (failing?.action === 'append') NODE_DISK.append(file, bytes.subarray(0, failing.written));
    this.#failIf('append');
    NODE_DISK.append(file, bytes);
    this.written += bytes.length;
  }

  truncate(file: number, size: number): void {
    this.#failIf('truncate');
    NODE_DISK.truncate(file, size);
  }

  async sync(file: number): Promise<void> {
    await this.held;
    this.#failIf('sync');
    await NODE_DISK.sync(file);
    this.syncs += 1;
  }

  syncName(path: string): Promise<void> {
    return NODE_DISK.syncName(path);
  }

  close(file: number): void {
    NODE_DISK.close(file);
  }

  remove(path: string): void {
    NODE_DISK.remove(path);
  }

  #failIf(action: 'create' | 'append' | 'truncate' | 'sync'): void {
    if (this.#failing[0]?.action !== action) return;
    this.#failing.shift();
    throw new Error(`no space left for ${action}`);
  }
}

/** Changes one byte of a file. */
export function damage(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  writeFileSync(path, bytes);
}
