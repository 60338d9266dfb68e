import { nearest } from '../../../plugins/sdk/index.ts';
import { AccountError } from '../../records/account-error.ts';
import { networksOf } from '../../values/networks.ts';

/** Limits of a key beyond those of its plan. They can be changed while the key is living. */
export interface KeySettings {
  /** Calculators that the key may call; `null` allows all of the plan. */
  readonly calculators: readonly string[] | null;
  /** Addresses and networks that calls may come from (CIDR, IPv4 and IPv6); `null` allows any. */
  readonly networks: readonly string[] | null;
  /** Units per month for the key's family; `null` means no cap. */
  readonly cap: number | null;
  /** Whether a call with the key may rotate it. Otherwise a rotation requires a session. */
  readonly rotatesItself: boolean;
}

/** The settings of a new key. Omitted settings do not limit it, and by default a key does not rotate itself. */
export type NewKeySettings = Pick<KeySettings, 'calculators' | 'cap'> & Partial<KeySettings>;

/** The settings as columns of the table `keys`. */
export interface KeySettingColumns {
  readonly calculators: string | null;
  readonly networks: string | null;
  readonly cap: number | null;
  readonly rotates_itself: number;
}

/** Generous for a list written by hand, and bounded because every call checks each network. */
const MOST_NETWORKS = 50;

/** The columns for the settings of a new key. @throws AccountError `bad-value` */
export function settingColumns(settings: NewKeySettings): KeySettingColumns {
  return { calculators: null, networks: null, cap: null, rotates_itself: 0, ...changedColumns(settings) };
}

/** The columns for the given settings only. @throws AccountError `bad-value` */
export function changedColumns(settings: Partial<KeySettings>): Partial<KeySettingColumns> {
  const { calculators, networks, cap, rotatesItself } = settings;
  return {
    ...(calculators === undefined ? {} : { calculators: calculators && listColumn('calculators', calculators) }),
    ...(networks === undefined ? {} : { networks: networks && networkColumn(networks) }),
    ...(cap === undefined ? {} : { cap: requireCap(cap) }),
    ...(rotatesItself === undefined ? {} : { rotates_itself: rotatesItself ? 1 : 0 }),
  };
}

/** The loaded calculators by name: a map, or only their names. */
export type LoadedCalculators = Pick<ReadonlyMap<string, unknown>, 'has' | 'keys'>;

/** The places of the names that are not loaded. */
export function unknownCalculators(names: readonly string[], loaded: LoadedCalculators): number[] {
  return names.flatMap((name, at) => (loaded.has(name) ? [] : [at]));
}

/** @throws AccountError `unknown-calculator` with each name that is not loaded and the nearest loaded name */
export function requireCalculators(names: readonly string[] | null, loaded: LoadedCalculators): void {
  const unknown = (names ?? []).filter((name) => !loaded.has(name));
  if (unknown.length === 0) return;
  const hints = unknown.map((name) => {
    const [near] = nearest(name, [...loaded.keys()], 1);
    return near === undefined ? name : `${name} (did you mean ${near}?)`;
  });
  throw new AccountError('unknown-calculator', `There is no calculator ${hints.join(', ')}`);
}

function listColumn(what: string, names: readonly string[]): string {
  if (names.length === 0)
    throw new AccountError('bad-value', `The list of ${what} is empty: the key would allow no call`);
  return JSON.stringify([...new Set(names)]);
}

function networkColumn(networks: readonly string[]): string {
  if (networks.length > MOST_NETWORKS) {
    throw new AccountError('bad-value', `A key has at most ${MOST_NETWORKS} networks`);
  }
  try {
    networksOf(networks);
  } catch (error) {
    throw new AccountError('bad-value', error instanceof RangeError ? error.message : String(error));
  }
  return listColumn('networks', networks);
}

function requireCap(cap: number | null): number | null {
  if (cap !== null && !(Number.isSafeInteger(cap) && cap >= 0)) {
    throw new AccountError('bad-value', 'The cap of a key must be a whole number of units');
  }
  return cap;
}
