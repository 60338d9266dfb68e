import type { LoadedCalculators } from '../accounts/keys/key-settings.ts';
import type { ReadableCounters } from '../billing/reconciliation/reconcile.ts';
import type { Config } from '../configuration/config.ts';
import type { Marketplace } from '../marketplace/marketplaces-file.ts';
import type { Records } from '../records/records.ts';
import type { Retention } from '../records/retention.ts';
import type { Actor } from '../records/trail.ts';

/** The counters of a Redis, or of the gateway on this machine. */
export type LiveCounters = ReadableCounters & { close(): Promise<void> };

/** What a command gets to work with. */
export interface CommandContext {
  readonly records: Records;
  readonly actor: Actor;
  /** Names of the calculators that the gateway would load. */
  readonly calculators: () => Promise<LoadedCalculators>;
  /** The operator's marketplaces. @throws MarketplacesFileUnusable */
  readonly marketplaces: () => readonly Marketplace[];
  /** The names under which calls to deprecated routes are counted. @throws DeprecationsFileUnusable */
  readonly deprecated: () => Promise<readonly string[]>;
  /** The live counters; `null` if there are none yet. */
  readonly counters: () => Promise<LiveCounters | null>;
  /** Retention periods of usage and audit. */
  readonly retention: () => Retention;
  /** The arguments after the command's name, one for each of its `parameters`. */
  readonly words: readonly string[];
  /** The given options, by name without dashes. */
  readonly options: Readonly<Record<string, string>>;
}

/**
 * A command's output: text, and JSON for `--json`. Long output is an iterable that is printed as it is read, so it is
 * never in memory as a whole.
 */
export interface CommandAnswer {
  readonly text: string | AsyncIterable<string>;
  readonly json: object | AsyncIterable<string>;
}

/** How a command is called. */
export interface CommandSyntax {
  /** One or two words, such as `key create`. */
  readonly name: string;
  readonly parameters: readonly string[];
  /** Options with their descriptions in the help. */
  readonly options: Readonly<Record<string, string>>;
  readonly summary: string;
}

/** A command that repairs the files of a stopped gateway, and therefore opens them itself. */
export interface RecoverCommand extends CommandSyntax {
  recover(context: RecoverContext): Promise<CommandAnswer>;
}

/** What a recovery gets to work with. */
export interface RecoverContext {
  readonly config: Config;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The given options, by name without dashes. */
  readonly options: Readonly<Record<string, string>>;
}

export interface Command extends CommandSyntax {
  run(context: CommandContext): Promise<CommandAnswer>;
}

/** The command line is invalid; nothing was done. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
