import { describe, expect, it } from 'vitest';
import type { GiveBack, UsageRow } from '../contract.ts';
import { LIMITS, NOON, RESULT } from '../testing/contract/caller.ts';
import {
  admitCall,
  countersCall,
  fenceCall,
  giveBackCall,
  loadCall,
  tallyCall,
  usageCall,
  usagePageCall,
  writeLimitsCall,
} from './commands.ts';

/** CRC16 of the Redis Cluster specification (XMODEM: polynomial 0x1021, from 0). */
function crc16(text: string): number {
  let crc = 0;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc;
}

/** The slot of a key: that of its hash tag, if it has one. */
function slot(key: string): number {
  const tag = /^[^{]*\{([^}]+)\}/.exec(key)?.[1];
  return crc16(tag ?? key) % 16_384;
}

const admit = {
  client: 'client-1',
  process: 'process-1',
  sequence: 7,
  at: NOON,
  limits: 2,
  watermark: { epoch: 'one', base: 0, admitted: 3, creditsEpoch: 'two', creditsBase: 0, creditsTaken: 1 },
  forced: false,
};
const other = { ...RESULT, key: 'key-2', family: 'family-2', calculator: 'bmi', cap: 9 };
const giveBack: GiveBack = {
  ...admit,
  month: '2026-11',
  day: '2026-11-21',
  epoch: 'one',
  split: { included: 1, overage: 0, credits: 0 },
  key: 'key-1',
  family: 'family-1',
  calculator: 'tdee',
  status: '5xx',
};
const row: UsageRow = { day: '2026-11-21', key: 'key-1', calculator: 'tdee', status: '429', calls: 1, units: 0 };
const of = { client: 'client-1', month: '2026-11', epoch: 'one' };
const checkpoint = {
  months: [],
  credits: [],
  families: [
    { family: 'family-1', units: 1 },
    { family: 'family-2', units: 2 },
  ],
};

describe('the keys of a command', () => {
  it('are hashed like in a cluster', () => {
    // From the specification of Redis Cluster.
    expect(crc16('123456789')).toBe(0x31c3);
    expect(slot('{user1000}.following')).toBe(slot('{user1000}.followers'));
  });

  it.each([
    ['admit', admitCall({ ...admit, items: [RESULT, other] })],
    ['give-back', giveBackCall(giveBack)],
    ['fence', fenceCall('client-1', 'process-1', 7)],
    ['write-limits', writeLimitsCall('client-1', LIMITS)],
    ['load', loadCall('client-1', '2026-11', checkpoint, ['three', 'four'])],
    ['tally', tallyCall('client-1', '2026-11', [row])],
    ['counters', countersCall('client-1', '2026-11')],
    ['usage', usageCall(of, [row])],
    ['usage-page', usagePageCall(of, null)],
  ])('%s lie in one slot of a cluster', (_name, { keys }) => {
    expect(new Set(keys.map(slot))).toEqual(new Set([slot('{client-1}')]));
    expect(new Set(keys).size).toBe(keys.length);
  });
});

it('equal items of a command are sent once as a kind, with their order', () => {
  const { keys, args } = admitCall({ ...admit, items: [RESULT, RESULT, other, RESULT] });
  expect(args).toEqual([
    // The month expires 70 days after its start, the sequence after a day.
    `7 ${NOON} 2026-11 2 0 ${Date.UTC(2026, 10, 71)} 86400 2 - process-1 0`,
    'one 0 3 two 0 1',
    '1 2 2 1 1 1',
    // No lease part.
    '',
    '1 1 1 - 1',
    '1 1 2 9 2',
    '2026-11-21\nkey-1\ntdee\n2xx',
    '2026-11-21\nkey-2\nbmi\n2xx',
    'rows:2026-11-21',
  ]);
  expect(keys.slice(6)).toEqual(['vitalgate:{client-1}:key:family-1', 'vitalgate:{client-1}:key:family-2']);
});
