import { parseArgs } from 'node:util';
import type { LoadedCalculators } from '../accounts/keys/key-settings.ts';
import { type Config, readConfig } from '../configuration/config.ts';
import type { Marketplace } from '../marketplace/marketplaces-file.ts';
import { AccountError } from '../records/account-error.ts';
import { RecordsUnusable } from '../records/connect-retry.ts';
import type { Records } from '../records/records.ts';
import { type Retention, retentionOf } from '../records/retention.ts';
import { InstallationDamaged } from '../values/installation-damaged.ts';
import { escapeHarmful, isPlainText } from '../values/plain-text.ts';
import { auditCommands } from './audit-commands.ts';
import { clientCommands } from './client-commands.ts';
import {
  type Command,
  type CommandAnswer,
  type CommandSyntax,
  type LiveCounters,
  type RecoverCommand,
  UsageError,
} from './command.ts';
import { creditCommands } from './credit-commands.ts';
import { deprecationCommands } from './deprecation-commands.ts';
import { help, usageLine } from './help.ts';
import { keyCommands } from './key-commands.ts';
import { linkCommands } from './link-commands.ts';
import { marketplaceCommands } from './marketplace-commands.ts';
import { paymentCommands } from './payment-commands.ts';
import { planCommands } from './plan-commands.ts';
import { reconcileCommands } from './reconcile-commands.ts';
import { recoverCommands } from './recover-commands.ts';
import { usageCommands } from './usage-commands.ts';
import { userCommands } from './user-commands.ts';

const COMMANDS: readonly (Command | RecoverCommand)[] = [
  ...clientCommands,
  ...userCommands,
  ...linkCommands,
  ...keyCommands,
  ...planCommands,
  ...usageCommands,
  ...reconcileCommands,
  ...creditCommands,
  ...paymentCommands,
  ...auditCommands,
  ...marketplaceCommands,
  ...deprecationCommands,
  ...recoverCommands,
];

export interface CommandLine {
  readonly args: readonly string[];
  /** Called only for a valid command. */
  readonly open: () => Promise<Records>;
  /** The gateway's configuration; used by recoveries. Default: an empty one. */
  readonly config?: () => Config;
  /** Names of the calculators that the gateway would load; used by few commands. */
  readonly calculators: () => Promise<LoadedCalculators>;
  /** The operator's marketplaces; used by few commands. */
  readonly marketplaces?: () => readonly Marketplace[];
  /** The names under which calls to deprecated routes are counted; used by one command. */
  readonly deprecated?: () => Promise<readonly string[]>;
  /** The live counters; used by one command. Default: none can be read. */
  readonly counters?: () => Promise<LiveCounters | null>;
  /** Retention periods of usage and audit; used by one command. Default: those of an empty configuration. */
  readonly retention?: () => Retention;
  readonly now: () => number;
  /** Writes output, which includes its line ends; resolves when more can be written. */
  readonly write: (text: string) => Promise<void>;
  readonly complain: (text: string) => void;
}

/** Runs one command. Exit codes: 0 success, 1 refused or failed, 2 invalid command line. */
export async function runCommandLine({
  args,
  open,
  config = () => readConfig({}),
  calculators,
  marketplaces = () => [],
  deprecated = async () => [],
  counters = async () => null,
  retention = () => retentionOf(readConfig({})),
  now,
  write,
  complain,
}: CommandLine): Promise<0 | 1 | 2> {
  try {
    if (args.length === 0 || args[0] === 'help' || args.includes('--help')) {
      await write(`${help(COMMANDS)}\n`);
      return args.length === 0 ? 2 : 0;
    }
    const command = commandOf(args);
    const { words, options, json } = readArguments(command, args);
    if ('recover' in command) {
      const answer = await command.recover({ config: config(), now: now(), options });
      for await (const part of partsOf(answer, json)) await write(escapeHarmful(part, 'keep-lines'));
      return 0;
    }
    const records = await open();
    try {
      const actor = { name: 'cli', at: now(), address: null };
      const given = { words, options, calculators, marketplaces, deprecated, counters, retention };
      const answer = await command.run({ records, actor, ...given });
      for await (const part of partsOf(answer, json)) await write(escapeHarmful(part, 'keep-lines'));
    } finally {
      await records.close();
    }
    return 0;
  } catch (error) {
    complain(escapeHarmful(error instanceof Error ? messageOf(error) : String(error), 'keep-lines'));
    return error instanceof UsageError ? 2 : 1;
  }
}

function commandOf(args: readonly string[]): Command | RecoverCommand {
  const [first = '', second = ''] = args;
  const command = COMMANDS.find(({ name }) => name === first || name === `${first} ${second}`);
  if (command === undefined) {
    const near = COMMANDS.filter(({ name }) => name.split(' ')[0] === first).map(({ name }) => name);
    throw new UsageError(
      `There is no command "${args.slice(0, 2).join(' ')}". ${near.length > 0 ? `Did you mean: ${near.join(', ')}?` : 'For all commands, run: npm run cli -- help'}`,
    );
  }
  return command;
}

function readArguments(command: CommandSyntax, args: readonly string[]) {
  const strings = Object.keys(command.options).map((option) => [option, { type: 'string' }] as const);
  const { values, positionals } = parsed(command, args.slice(command.name.split(' ').length), strings);
  if (positionals.length !== command.parameters.length) {
    throw new UsageError(`Usage: npm run cli -- ${usageLine(command)}`);
  }
  const { json, ...options } = values;
  const texts = Object.entries(options).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []));
  if (![...positionals, ...texts.flat()].every(isPlainText)) {
    throw new UsageError('An argument contains control characters or characters that change the text direction');
  }
  return { words: positionals, options: Object.fromEntries(texts), json: json === true };
}

function parsed(
  command: CommandSyntax,
  args: readonly string[],
  strings: (readonly [string, { readonly type: 'string' }])[],
) {
  try {
    const options = { ...Object.fromEntries(strings), json: { type: 'boolean' as const } };
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(
      `${error instanceof Error ? error.message : error}\nUsage: npm run cli -- ${usageLine(command)}`,
    );
  }
}

async function* partsOf({ text, json }: CommandAnswer, asJson: boolean): AsyncGenerator<string> {
  const answer = asJson ? json : text;
  if (typeof answer === 'string') yield `${answer}\n`;
  else if (isInParts(answer)) yield* answer;
  else yield `${JSON.stringify(answer)}\n`;
}

function isInParts(answer: object): answer is AsyncIterable<string> {
  return Symbol.asyncIterator in answer;
}

/** The message of a refusal is complete; for other errors, append the cause. */
function messageOf(error: Error): string {
  const saysWhy =
    error instanceof AccountError || error instanceof RecordsUnusable || error instanceof InstallationDamaged;
  return error.cause instanceof Error && !saysWhy ? `${error.message}: ${error.cause.message}` : error.message;
}
