import type { Records } from '../records/records.ts';
import type { Actor } from '../records/trail.ts';

/** What a command works with. */
interface CommandContext {
  readonly records: Records;
  readonly actor: Actor;
  /** The words after the command's name, as many as it has `parameters`. */
  readonly words: readonly string[];
  /** The options given, by name without dashes. */
  readonly options: Readonly<Record<string, string>>;
}

/** What a command says: for people, and with `--json` for programs. */
export interface CommandAnswer {
  readonly text: string;
  readonly json: object;
}

export interface Command {
  /** Two words, `key create`, or one. */
  readonly name: string;
  readonly parameters: readonly string[];
  /** Options and what stands behind them in the help. */
  readonly options: Readonly<Record<string, string>>;
  readonly summary: string;
  run(context: CommandContext): Promise<CommandAnswer>;
}

/** The command line was written wrongly; nothing was done. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
