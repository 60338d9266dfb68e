import { readFileSync } from 'node:fs';
import { countConsumers, listConsumers, statementCsv, usageCsv } from '../marketplace/consumer-report.ts';
import { type Registered, registerConsumers } from '../marketplace/consumers.ts';
import type { Marketplace } from '../marketplace/marketplaces-file.ts';
import { registrationsOf } from '../marketplace/registrations-file.ts';
import { checkpointedThrough, readMarks } from '../usage/checkpoint-marks.ts';
import { isoTime } from '../values/instant.ts';
import { type Command, type CommandContext, UsageError } from './command.ts';
import { jsonWithText } from './json-parts.ts';
import { pageTable, table } from './table.ts';
import { month as monthOf, PAGING, page } from './values.ts';

const month = { month: 'UTC month such as 2026-11 (default: this month)' };

export const marketplaceCommands: readonly Command[] = [
  {
    name: 'marketplace list',
    parameters: [],
    options: {},
    summary: 'Lists the marketplaces in MARKETPLACES_FILE.',
    async run({ records, marketplaces }) {
      const rows = await Promise.all(
        marketplaces().map(async ({ name, mode, hosts, secrets, plans }) => ({
          name,
          mode: mode === 'proxy' && secrets.length === 0 ? 'proxy (off: no secret)' : mode,
          hosts,
          plans,
          consumers: await countConsumers(records.db, name),
        })),
      );
      return {
        text: table(
          ['NAME', 'MODE', 'HOSTS', 'PLANS', 'CONSUMERS'],
          rows.map(({ name, mode, hosts, plans, consumers }) => [
            name,
            mode,
            hosts.join(','),
            plansText(plans),
            consumers,
          ]),
        ),
        json: { marketplaces: rows },
      };
    },
  },
  {
    name: 'marketplace add',
    parameters: ['marketplace', 'user', 'subscription'],
    options: { 'key-file': 'file with only the key in it; keeps the key out of the shell history' },
    summary: 'Registers the key of a subscription. A known user keeps its other keys.',
    async run(context) {
      const [, user = '', subscription = ''] = context.words;
      const { 'key-file': file } = context.options;
      if (file === undefined) throw new UsageError('--key-file is required: the file with the key');
      const registration = { user, subscription, key: readFileSync(file, 'utf8').trim() };
      return summaryOf(await registerConsumers(context.records, context.actor, marketplaceOf(context), [registration]));
    },
  },
  {
    name: 'marketplace import',
    parameters: ['marketplace', 'file'],
    options: {},
    summary: 'Registers the keys in a CSV file with the columns user, subscription and key: all of them or none.',
    async run(context) {
      const [, file = ''] = context.words;
      const registrations = registrationsOf(readFileSync(file, 'utf8'));
      return summaryOf(await registerConsumers(context.records, context.actor, marketplaceOf(context), registrations));
    },
  },
  {
    name: 'marketplace consumers',
    parameters: ['marketplace'],
    options: { find: 'only consumers with this text in their name or subscription', ...PAGING },
    summary: 'Lists the consumers of a marketplace. For their keys, use: key list <client>.',
    async run(context) {
      const { records, options } = context;
      const filter = { marketplace: marketplaceOf(context).name, ...(options.find ? { find: options.find } : {}) };
      const found = await listConsumers(records.db, filter, page(options));
      const headings = ['USER', 'SUBSCRIPTION', 'PLAN', 'KEYS', 'CLIENT'];
      const text = pageTable(headings, found, ({ user, subscription, plan, keys, clientId }) => {
        return [user, subscription, plan, keys, clientId];
      });
      return { text, json: { consumers: found.items, next: found.next } };
    },
  },
  {
    name: 'marketplace usage',
    parameters: ['marketplace'],
    options: month,
    summary: 'Prints the usage of each consumer and endpoint in a month as CSV.',
    run: (context) => csv(context, usageCsv),
  },
  {
    name: 'marketplace statement',
    parameters: ['marketplace'],
    options: month,
    summary: 'Prints the monthly statement of a marketplace as CSV: units within the plan and beyond a soft limit.',
    run: (context) => csv(context, statementCsv),
  },
];

function marketplaceOf({ marketplaces, words: [name = ''] }: CommandContext): Marketplace {
  const all = marketplaces();
  const found = all.find((one) => one.name === name);
  if (found === undefined) {
    const known = all.length > 0 ? all.map((one) => one.name).join(', ') : 'none (MARKETPLACES_FILE is not set)';
    throw new UsageError(`There is no marketplace "${name}". Marketplaces: ${known}`);
  }
  return found;
}

async function csv(context: CommandContext, report: typeof usageCsv) {
  const month = monthOf(context.options.month ?? new Date(context.actor.at).toISOString().slice(0, 7));
  const { name } = marketplaceOf(context);
  const { db } = context.records;
  const asOf = checkpointedThrough(await readMarks(db), context.actor.at);
  const parts = () => report(db, { marketplace: name, month, asOf });
  return { text: parts(), json: jsonWithText({ marketplace: name, month, as_of: isoTime(asOf) }, 'csv', parts()) };
}

function summaryOf(registered: readonly Registered[]) {
  const count = (made: Registered['made']) => registered.filter((one) => one.made === made).length;
  const counts = { consumers: count('consumer'), keys: count('key'), unchanged: count('nothing') };
  return {
    text: `${counts.consumers} new consumers, ${counts.keys} additional keys, ${counts.unchanged} already registered.`,
    json: { ...counts, registered },
  };
}

const plansText = (plans: Readonly<Record<string, string>>) =>
  Object.entries(plans)
    .map(([subscription, plan]) => `${subscription}:${plan}`)
    .join(',');
