import type { Policy } from '../define-policy.ts';
import { countryAllowList } from './country-allow-list.ts';
import { jwt } from './jwt.ts';
import { keyConcurrency } from './key-concurrency.ts';
import { maintenanceWindow } from './maintenance-window.ts';
import { responseHeader } from './response-header.ts';

/** The policies that come with the gateway. */
export const BUILT_IN_POLICIES: readonly Policy[] = [
  countryAllowList,
  jwt,
  keyConcurrency,
  maintenanceWindow,
  responseHeader,
];
