import { Command } from 'ioredis';

/** Gets the answer of a script, or the error that Redis or the connection has given. */
export type Answered = (error: Error | null, reply: unknown) => void;

/**
 * The call of a script as a command of ioredis, without the promise of its own commands.
 *
 * ioredis assigns function literals to properties of each command, and V8 allocates such functions in its old
 * generation. There they kept the command, its arguments and its answer until the next full collection: 5 KB for each
 * renewal of a lease, several megabytes a second with a thousand clients. This command assigns variables instead.
 */
export class ScriptCommand extends Command {
  static {
    // The constructor of ioredis calls it. Its types declare it private, so the class cannot override it as a method.
    Object.defineProperty(ScriptCommand.prototype, 'initPromise', { value() {} });
  }

  readonly #answered: Answered;
  #timeout: NodeJS.Timeout | undefined;

  /** @param args the script or its digest, the number of keys, the keys and the arguments */
  constructor(name: 'eval' | 'evalsha', args: string[], keyPrefix: string | undefined, answered: Answered) {
    super(name, args, keyPrefix === undefined ? {} : { keyPrefix });
    this.#answered = answered;
    const resolve = (reply: unknown): void => this.#settle(null, decoded(reply));
    const reject = (error: Error): void => this.#settle(error, null);
    this.resolve = resolve;
    this.reject = reject;
  }

  override setTimeout(ms: number): void {
    this.#timeout ??= setTimeout(() => this.reject(new Error('Command timed out')), ms);
  }

  #settle(error: Error | null, reply: unknown): void {
    if (this.isSettled) return;
    this.isResolved = error === null;
    this.isSettled = true;
    clearTimeout(this.#timeout);
    this.#answered(error, reply);
  }
}

/** ioredis gives the texts of an answer as buffers. */
function decoded(reply: unknown): unknown {
  if (reply instanceof Buffer) return reply.toString();
  return Array.isArray(reply) ? reply.map(decoded) : reply;
}
