/** A worker has ended before it was ready. */
export class WorkerNotStarted extends Error {
  override readonly name = 'WorkerNotStarted';
  /** Its exit code; 1 where a signal ended it. */
  readonly exitCode: number;

  constructor(how: string, exitCode: number) {
    super(`a worker ended while it was starting (${how})`);
    this.exitCode = exitCode;
  }
}
