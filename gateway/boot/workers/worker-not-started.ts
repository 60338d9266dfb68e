/** A worker exited before it was ready. */
export class WorkerNotStarted extends Error {
  override readonly name = 'WorkerNotStarted';
  /** The worker's exit code; 1 if a signal ended it. */
  readonly exitCode: number;

  constructor(how: string, exitCode: number) {
    super(`a worker exited during its start (${how})`);
    this.exitCode = exitCode;
  }
}
