import { nearest } from '../../../plugins/sdk/index.ts';
import { AccountError } from '../../records/account-error.ts';
import { networksOf } from '../../values/networks.ts';

/** What a key may do besides its plan, and may be changed while it lives. */
export interface KeySettings {
  /** Calculators the key may call; `null` is all of the plan. */
  readonly calculators: readonly string[] | null;
  /** Addresses and networks it may come from (CIDR, IPv4 and IPv6); `null` is anywhere. */
  readonly networks: readonly string[] | null;
  /** Units a month for the key's family; `null` is no cap. */
  readonly cap: number | null;
  /** Whether a call with the key itself may rotate it. Without it a rotation needs a session. */
  readonly rotatesItself: boolean;
}

/** The settings of a new key; what is left out does not limit it, and it does not rotate itself. */
export type NewKeySettings = Pick<KeySettings, 'calculators' | 'cap'> & Partial<KeySettings>;

/** The settings as columns of a key. */
export interface KeySettingColumns {
  readonly calculators: string | null;
  readonly networks: string | null;
  readonly cap: number | null;
  readonly rotates_itself: number;
}

/** More than anybody has written by hand; each is looked at in every call. */
const MOST_NETWORKS = 50;

/** The columns of a key with these settings. @throws AccountError `bad-value` */
export function settingColumns(settings: NewKeySettings): KeySettingColumns {
  return { calculators: null, networks: null, cap: null, rotates_itself: 0, ...changedColumns(settings) };
}

/** The columns of those settings that are given. @throws AccountError `bad-value` */
export function changedColumns(settings: Partial<KeySettings>): Partial<KeySettingColumns> {
  const { calculators, networks, cap, rotatesItself } = settings;
  return {
    ...(calculators === undefined ? {} : { calculators: calculators && listColumn('calculators', calculators) }),
    ...(networks === undefined ? {} : { networks: networks && networkColumn(networks) }),
    ...(cap === undefined ? {} : { cap: requireCap(cap) }),
    ...(rotatesItself === undefined ? {} : { rotates_itself: rotatesItself ? 1 : 0 }),
  };
}

/** @throws AccountError `unknown-calculator` that names those that are not loaded, with the nearest that are */
export function requireCalculators(names: readonly string[] | null, loaded: ReadonlySet<string>): void {
  const unknown = (names ?? []).filter((name) => !loaded.has(name));
  if (unknown.length === 0) return;
  const hints = unknown.map((name) => {
    const [near] = nearest(name, [...loaded], 1);
    return near === undefined ? name : `${name} (did you mean ${near}?)`;
  });
  throw new AccountError('unknown-calculator', `There is no calculator ${hints.join(', ')}`);
}

function listColumn(what: string, names: readonly string[]): string {
  if (names.length === 0) throw new AccountError('bad-value', `A list of ${what} that is empty would close the key`);
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
    throw new AccountError('bad-value', 'The cap of a key is a whole number of units');
  }
  return cap;
}
