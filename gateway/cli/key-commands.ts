import { findClient } from '../accounts/find-client.ts';
import { changeKey } from '../accounts/keys/key-change.ts';
import { revokeKey } from '../accounts/keys/key-end.ts';
import { listKeys } from '../accounts/keys/key-list.ts';
import { rotateKey } from '../accounts/keys/key-rotate.ts';
import { requireCalculators } from '../accounts/keys/key-settings.ts';
import { createKey } from '../accounts/keys/keys.ts';
import type { Command } from './command.ts';
import { pageTable, when } from './table.ts';
import { count, duration, environment, instant, list, names, oneOf, PAGING, page, yesOrNo } from './values.ts';

export const keyCommands: readonly Command[] = [
  {
    name: 'key create',
    parameters: ['client'],
    options: {
      name: 'what the key is for',
      env: 'environment: dev, test or live (default: live)',
      expires: 'when the key expires: 30d or 2027-01-31 (default: never)',
      user: 'id of the owner (default: the client’s admin)',
      application: 'name of the application that owns the key',
      calculators: 'allowed calculators: tdee,bmi (default: all of the plan)',
      networks: 'allowed networks: 203.0.113.0/24,2001:db8::/32 (default: anywhere)',
      cap: 'units per month for the key and its successors (default: none)',
      'rotates-itself': 'whether a call with the key may rotate it: yes or no (default: no)',
    },
    summary: 'Creates a key and prints it once.',
    async run({ records, actor, calculators, words: [reference = ''], options }) {
      const env = environment(options.env ?? 'live');
      const input = {
        userId: options.user ?? null,
        ...(options.application === undefined ? {} : { application: options.application }),
        name: options.name ?? `${env} key`,
        environment: env,
        expiresAt: options.expires === undefined ? null : instant('expires', options.expires, actor.at),
        calculators: options.calculators === undefined ? null : names('calculators', options.calculators),
        networks: options.networks === undefined ? null : list(options.networks),
        cap: options.cap === undefined ? null : count('--cap', options.cap),
        rotatesItself: yesOrNo('--rotates-itself', options['rotates-itself'] ?? 'no'),
      };
      if (input.calculators !== null) requireCalculators(input.calculators, await calculators());
      const client = await findClient(records.db, reference);
      const key = await createKey(records, actor, { ...input, clientId: client.id });
      return {
        text: `Key ${key.id} of ${client.name}, expires: ${when(key.expiresAt)}. It is shown only now:\n${key.text}`,
        json: { id: key.id, key: key.text, client: client.id, expiresAt: key.expiresAt },
      };
    },
  },
  {
    name: 'key list',
    parameters: ['client'],
    options: PAGING,
    summary: 'Lists the keys of a client, newest first, including revoked and expired keys.',
    async run({ records, actor, words: [reference = ''], options }) {
      const { id: clientId } = await findClient(records.db, reference);
      const found = await listKeys(records.db, { clientId }, actor.at, page(options));
      const headings = ['ID', 'NAME', 'OWNER', 'KEY', 'STATE', 'CREATED', 'LAST USED', 'EXPIRES'];
      const text = pageTable(headings, found, (key) => [
        key.id,
        key.name,
        key.application ?? key.userId,
        `${key.start}…${key.hint}`,
        key.state,
        when(key.createdAt),
        when(key.lastUsedAt),
        when(key.expiresAt),
      ]);
      return { text, json: { keys: found.items, next: found.next } };
    },
  },
  {
    name: 'key change',
    parameters: ['key id'],
    options: {
      name: 'what the key is for',
      calculators: 'allowed calculators: tdee,bmi, or all',
      networks: 'allowed networks: 203.0.113.0/24,2001:db8::/32, or anywhere',
      cap: 'units per month for the key and its successors, or none',
      'rotates-itself': 'whether a call with the key may rotate it: yes or no',
    },
    summary: 'Changes the name or limits of a key; settings without an option stay as they are.',
    async run({ records, actor, calculators, words: [id = ''], options }) {
      const { name, networks, cap, 'rotates-itself': rotates } = options;
      const only =
        options.calculators === 'all' ? null : options.calculators && names('calculators', options.calculators);
      if (only) requireCalculators(only, await calculators());
      await changeKey(records, actor, id, {
        ...(name === undefined ? {} : { name }),
        ...(only === undefined || only === '' ? {} : { calculators: only }),
        ...(networks === undefined ? {} : { networks: networks === 'anywhere' ? null : list(networks) }),
        ...(cap === undefined ? {} : { cap: cap === 'none' ? null : count('--cap', cap) }),
        ...(rotates === undefined ? {} : { rotatesItself: yesOrNo('--rotates-itself', rotates) }),
      });
      return { text: `Key ${id} is changed.`, json: { id, changed: true } };
    },
  },
  {
    name: 'key rotate',
    parameters: ['key id'],
    options: { overlap: 'how long the old key keeps working (default: 7d)' },
    summary: 'Replaces a key. The new key is printed once and keeps the expiry of the old one.',
    async run({ records, actor, words: [id = ''], options: { overlap = '7d' } }) {
      const { successor, oldKeyEnds } = await rotateKey(records, actor, {
        keyId: id,
        overlap: duration('overlap', overlap),
      });
      return {
        text: `Key ${successor.id} replaces ${id}, which works until ${when(oldKeyEnds)}. It is shown only now:\n${successor.text}`,
        json: { id: successor.id, key: successor.text, expiresAt: successor.expiresAt, replaces: id, oldKeyEnds },
      };
    },
  },
  {
    name: 'key revoke',
    parameters: ['key id'],
    options: { successors: 'end or keep the keys made from it by rotation (default: end)' },
    summary: 'Revokes a key, and the keys made from it by rotation, at once and permanently.',
    async run({ records, actor, words: [id = ''], options: { successors = 'end' } }) {
      await revokeKey(records, actor, id, null, oneOf('--successors', successors, ['end', 'keep']));
      return { text: `Key ${id} is revoked.`, json: { id, revoked: true } };
    },
  },
];
