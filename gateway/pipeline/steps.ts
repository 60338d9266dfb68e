import type { KeyUses } from '../accounts/key-uses.ts';
import type { AdmissionWatch } from '../ops/admission-watch.ts';
import type { CallMeter } from '../ops/call-meter.ts';
import type { RouteTable } from '../plugins/route-table.ts';
import type { Admission } from '../quota/admission.ts';
import type { FailureThrottle } from './failure-throttle.ts';
import type { PrincipalCache } from './principal-cache.ts';
import type { Responder } from './respond.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

/** What the steps of the pipeline work with. */
export interface Steps extends Responder {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly baseUrl: string;
  readonly trusts: TrustedProxies;
  readonly principals: PrincipalCache;
  /** The table in force; a reload swaps it. */
  readonly routes: { readonly current: RouteTable };
  readonly admission: Pick<Admission, 'admit' | 'keep' | 'giveBack' | 'refused'>;
  readonly keyUses: KeyUses;
  readonly throttle: FailureThrottle;
  readonly meter: CallMeter;
  readonly admissions: AdmissionWatch;
  /** Told of every error that is ours; the log must not hold input, so it gets no request. */
  readonly onError: (error: unknown, requestId: string) => void;
}
