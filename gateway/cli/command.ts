import type { Marketplace } from '../marketplace/marketplaces-file.ts';
import type { Records } from '../records/records.ts';
import type { Retention } from '../records/retention.ts';
import type { Actor } from '../records/trail.ts';

/** What a command works with. */
export interface CommandContext {
  readonly records: Records;
  readonly actor: Actor;
  /** Names of the calculators that the gateway would load now. */
  readonly calculators: () => Promise<ReadonlySet<string>>;
  /** The operator's marketplaces. @throws MarketplacesFileUnusable */
  readonly marketplaces: () => readonly Marketplace[];
  /** Names under which calls of deprecated routes are counted. @throws DeprecationsFileUnusable */
  readonly deprecated: () => Promise<readonly string[]>;
  /** How long usage and audit are kept. */
  readonly retention: () => Retention;
  /** The words after the command's name, as many as it has `parameters`. */
  readonly words: readonly string[];
  /** The options given, by name without dashes. */
  readonly options: Readonly<Record<string, string>>;
}

/**
 * What a command says: for people, and with `--json` for programs. An answer of any length comes in parts, which are
 * printed as they are read: it is never in memory as a whole.
 */
export interface CommandAnswer {
  readonly text: string | AsyncIterable<string>;
  readonly json: object | AsyncIterable<string>;
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
