import { describe, expect, it } from 'vitest';
import type { FoundCounters } from '../../quota/embedded/inspect-counters.ts';
import type { InstallationRow } from '../../records/installation-row.ts';
import { checkCounters, checkLastRecord } from './agreement.ts';

const RECORDS = '/data/records.sqlite';
const COUNTERS = '/data/counters.sqlite';
const JOURNAL = '/data/counters.journal';

/** Records that confirmed the counters of start 5, which is running or was killed. */
const ROW: InstallationRow = { id: 'here', start: 5, countersStart: 5, journalsStart: null, lastRecord: null };

interface Files {
  readonly owner?: { readonly installation?: string; readonly start?: number; readonly stopped?: boolean } | null;
  readonly last?: number;
  readonly mark?: { readonly installation?: string; readonly start?: number } | null;
  readonly segments?: number;
  readonly absent?: boolean;
}

function files({ owner = {}, last = 10, mark = {}, segments = 1, absent = false }: Files = {}): FoundCounters {
  const whole = owner && { installation: 'here', start: 5, stopped: false, ...owner };
  return {
    path: COUNTERS,
    file: absent ? null : { owner: whole, last },
    journal: { folder: JOURNAL, mark: mark && { installation: 'here', start: 5, ...mark }, segments },
  };
}

const checking = (row: InstallationRow | null, found: FoundCounters) => () => checkCounters(row, RECORDS, found);

describe('records, counters and journal agree', () => {
  const stopped = { ...ROW, lastRecord: 10 };
  it.each<[string, InstallationRow | null, Files]>([
    ['in a new installation', null, { absent: true, mark: null, segments: 0 }],
    ['in files of an earlier release', null, { owner: null, mark: null }],
    ['after a kill', ROW, {}],
    ['after a clean end', stopped, { owner: { stopped: true }, segments: 0 }],
    [
      'after a start without counters before',
      { ...ROW, countersStart: null },
      { absent: true, mark: null, segments: 0 },
    ],
  ])('%s', (_when, row, found) => {
    expect(checking(row, files(found))).not.toThrow();
  });

  it.each<[string, InstallationRow | null, Files]>([
    ['the first start wrote the records', { ...ROW, start: 1, countersStart: null }, { owner: null, mark: null }],
    [
      'the first start marked the journal',
      { ...ROW, start: 1, countersStart: null },
      { owner: null, mark: { start: 1 } },
    ],
    [
      'the first start wrote the counters',
      { ...ROW, start: 1, countersStart: null },
      { owner: { start: 1 }, mark: { start: 1 } },
    ],
    ['a start wrote the records', { ...ROW, start: 6 }, {}],
    ['three starts wrote the records', { ...ROW, start: 8 }, {}],
    ['a start marked the journal', { ...ROW, start: 6 }, { mark: { start: 6 } }],
    ['a start wrote the counters', { ...ROW, start: 6 }, { owner: { start: 6 }, mark: { start: 6 } }],
    ['the end wrote the records', stopped, {}],
    ['the end stopped the counters', stopped, { owner: { stopped: true }, segments: 1 }],
    [
      'a start after a clean end wrote the records',
      { ...stopped, start: 6 },
      { owner: { stopped: true }, segments: 0 },
    ],
  ])('after a crash when %s', (_when, row, found) => {
    expect(checking(row, files(found))).not.toThrow();
  });
});

describe('is refused by name', () => {
  it.each<[string, InstallationRow | null, Files, RegExp]>([
    ['missing counters', ROW, { absent: true }, /counters\.sqlite is missing.*recover counters/],
    ['a missing journal', ROW, { mark: null, segments: 0 }, /counters\.journal is missing.*recover journal/],
    ['an emptied journal', ROW, { segments: 0 }, /counters\.journal is missing or empty.*recover journal/],
    ['older counters', ROW, { owner: { start: 4 } }, /counters\.sqlite is of start 4.*recover counters/],
    ['counters of an earlier release', ROW, { owner: null }, /counters\.sqlite is older.*recover counters/],
    ['an older journal', ROW, { mark: { start: 4 } }, /counters\.journal is of start 4.*recover journal/],
    ['older records', { ...ROW, start: 4, countersStart: 4 }, {}, /records\.sqlite is of start 4.*recover records/],
    ['records of an earlier release', null, {}, /records\.sqlite is older than.*recover records/],
    ['foreign counters', ROW, { owner: { installation: 'there' } }, /counters\.sqlite is of another.*recover counters/],
    ['a foreign journal', ROW, { mark: { installation: 'there' } }, /counters\.journal is of another.*recover journal/],
    ['records copied before the end', ROW, { owner: { stopped: true } }, /records\.sqlite is older.*recover records/],
    [
      'counters copied before the end',
      { ...ROW, lastRecord: 10 },
      { segments: 0 },
      /counters\.sqlite is older.*recover counters/,
    ],
  ])('%s', (_what, row, found, message) => {
    expect(checking(row, files(found))).toThrow(message);
  });

  it('an end of the journal before the record that a clean end wrote', () => {
    const row = { ...ROW, lastRecord: 10 };
    expect(() => checkLastRecord(row, files({ last: 3 }), 9)).toThrow(/end with record 9, but 10 was written/);
    expect(() => checkLastRecord(row, files({ last: 3 }), 10)).not.toThrow();
  });
});
