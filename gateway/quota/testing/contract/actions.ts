import fc from 'fast-check';
import type { Limits, StatusClass } from '../../contract.ts';

/** An action of a random interleaving. Clients, processes and past calls are named by small numbers. */
export type Action =
  | {
      readonly do: 'admit';
      readonly who: Who;
      readonly items: readonly RandomItem[];
      readonly variant: Variant;
      readonly lease?: RandomLease | undefined;
    }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'give-back'; readonly who: Who; readonly call: number; readonly repeat: boolean }
  | { readonly do: 'keep'; readonly call: number }
  | { readonly do: 'fence'; readonly who: Who; readonly back: number }
  | { readonly do: 'limits'; readonly client: number; readonly limits: Limits }
  | { readonly do: 'checkpoint'; readonly client: number; readonly month: number }
  | { readonly do: 'load'; readonly who: Who; readonly beyond: number; readonly others: number }
  | { readonly do: 'tally'; readonly client: number; readonly month: number; readonly status: StatusClass };

export interface Who {
  readonly client: number;
  readonly process: number;
  /** Milliseconds from the turn of the month. */
  readonly at: number;
}

export interface RandomItem {
  readonly charge: number;
  readonly cost: number;
  readonly key: number;
  readonly cap: number | null;
  readonly probe: boolean;
  readonly hold: boolean;
  readonly once: { readonly key: number; readonly print: number; readonly place: number } | null;
}

/** The lease part of a command. */
export interface RandomLease {
  /** Calls by key that the lease has admitted since its last report; `null` for no report. */
  readonly used: readonly number[] | null;
  readonly final: boolean;
  /** Whether the report names an earlier lease. */
  readonly stale: boolean;
  /** Whether the report is for the lease of another process. */
  readonly other: boolean;
  readonly wish: { readonly units: number; readonly tokens: readonly number[]; readonly opens: boolean } | null;
}

/** How a command differs from one of a correct process. */
export type Variant =
  | 'plain'
  | 'forced'
  | 'repeated'
  | 'no watermark'
  | 'high watermark'
  | 'old watermark'
  | 'newer limits'
  | 'another day';

/** More than a store that caches one client keeps, so that it must evict. */
export const CLIENTS = 3;

const client = fc.integer({ min: 0, max: CLIENTS - 1 });
const month = fc.integer({ min: 0, max: 1 });

const who: fc.Arbitrary<Who> = fc.record({
  client,
  process: fc.integer({ min: 0, max: 1 }),
  at: fc.integer({ min: -8_000, max: 8_000 }),
});

const item: fc.Arbitrary<RandomItem> = fc
  .record({
    cost: fc.integer({ min: 1, max: 3 }),
    charged: fc.boolean(),
    key: fc.integer({ min: 0, max: 2 }),
    cap: fc.constantFrom(null, null, 5),
    probe: fc.constantFrom(false, false, false, true),
    hold: fc.constantFrom(false, false, true),
    once: fc.option(
      fc.record({
        key: fc.integer({ min: 0, max: 1 }),
        print: fc.constantFrom(0, 0, 0, 1),
        place: fc.integer({ min: 0, max: 2 }),
      }),
      { freq: 2 },
    ),
  })
  .map(({ cost, charged, hold, ...rest }) => ({ charge: charged ? cost : 0, cost, hold: hold && charged, ...rest }));

const plan = {
  version: fc.integer({ min: 1, max: 4 }),
  mode: fc.constantFrom('block', 'credits', 'soft'),
};
const limits: fc.Arbitrary<Limits> = fc.record({
  ...plan,
  quota: fc.constantFrom(null, 0, 3, 8),
  burst: fc.constantFrom(null, { q: 3, w: 2 }, { q: 7, w: 3 }),
  granted: fc.integer({ min: 0, max: 5 }),
  ceiling: fc.constantFrom(null, null, 12),
});

/** Large enough for leases, small enough to be reached. */
const leasedLimits: fc.Arbitrary<Limits> = fc.record({
  ...plan,
  quota: fc.constantFrom(null, 40, 120, 400),
  burst: fc.constantFrom(null, null, { q: 16, w: 1 }, { q: 64, w: 12 }, { q: 7, w: 3 }),
  granted: fc.constantFrom(0, 20, 100),
  ceiling: fc.constantFrom(null, null, null, 90),
});

const lease: fc.Arbitrary<RandomLease> = fc.record({
  used: fc.option(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 3, maxLength: 3 }), { freq: 6 }),
  final: fc.boolean(),
  stale: fc.constantFrom(false, false, false, true),
  other: fc.constantFrom(false, false, false, true),
  wish: fc.option(
    fc.record({
      units: fc.constantFrom(3, 5, 20, 100),
      tokens: fc.array(fc.constantFrom(0, 3, 50), { minLength: 1, maxLength: 2 }),
      opens: fc.boolean(),
    }),
    { freq: 4 },
  ),
});

const variant: fc.Arbitrary<Variant> = fc.constantFrom(
  ...Array.from({ length: 8 }, () => 'plain' as const),
  'forced',
  'repeated',
  'no watermark',
  'high watermark',
  'old watermark',
  'newer limits',
  'another day',
);

const actionsWith = (limits: fc.Arbitrary<Limits>): fc.WeightedArbitrary<Action>[] => [
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('admit'),
      who,
      items: fc.array(item, { minLength: 1, maxLength: 5 }),
      variant,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('give-back'), who, call: fc.nat(1_000), repeat: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('keep'), call: fc.nat(1_000) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fence'), who, back: fc.integer({ min: -1, max: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('limits'), client, limits }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('checkpoint'), client, month }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('load'),
      who,
      beyond: fc.constantFrom(0, 0, 1),
      others: fc.constantFrom(0, 0, 2),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('tally'), client, month, status: fc.constantFrom('401', '403', '429') }),
  },
];

/** Most commands are plain ones of one client in one month, so that leases meet each other. */
const leasing: fc.WeightedArbitrary<Action>[] = [
  {
    weight: 60,
    arbitrary: fc.record({
      do: fc.constant('admit'),
      who: fc.record({
        client: fc.constant(0),
        process: fc.integer({ min: 0, max: 2 }),
        at: fc.integer({ min: -8_000, max: -1 }),
      }),
      items: fc.array(item, { maxLength: 8 }).map((items) => items.map((asked) => ({ ...asked, cap: null }))),
      variant: fc.constant('plain'),
      lease,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('admit'), who, items: fc.array(item, { maxLength: 8 }), variant, lease }),
  },
  {
    weight: 12,
    arbitrary: fc.record({ do: fc.constant('wait'), ms: fc.constantFrom(1, 150, 201, 999, 2_500, 3_001, 600_001) }),
  },
];

/** Long enough to reach every limit of the small plans, short enough to read when one fails. */
const LONGEST = 90;

/** Most sequences begin with loaded clients; otherwise most commands would be answered `limits` or `unknown`. */
function sequencesOf(limits: fc.Arbitrary<Limits>, ...actions: fc.WeightedArbitrary<Action>[]): fc.Arbitrary<Action[]> {
  return fc
    .tuple(
      limits,
      fc.array(fc.oneof(...actions), { maxLength: LONGEST, size: 'max' }),
      fc.constantFrom(true, true, true, false),
    )
    .map(([first, rest, known]) => (known ? [...opening(first), ...rest] : rest));
}

export const sequences = sequencesOf(limits, ...actionsWith(limits));

/** Sequences of commands with leases. */
export const leasedSequences = sequencesOf(leasedLimits, ...actionsWith(leasedLimits), ...leasing);

function opening(first: Limits): Action[] {
  const clients = Array.from({ length: CLIENTS }, (_, client) => client);
  return [
    ...clients.map((client) => ({ do: 'limits', client, limits: { ...first, version: 1 } }) as const),
    ...[-1, 1].flatMap((at) =>
      clients.map((client) => ({ do: 'load', who: { client, process: 0, at }, beyond: 0, others: 0 }) as const),
    ),
  ];
}
