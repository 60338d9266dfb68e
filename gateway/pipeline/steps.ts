import type { KeyUses } from '../accounts/keys/key-uses.ts';
import type { ProblemCode } from '../errors/catalogue.ts';
import type { Marketplaces, PresentedConsumer } from '../marketplace/marketplaces.ts';
import type { AdmissionWatch } from '../operations/admission-watch.ts';
import type { CallMeter } from '../operations/call-meter.ts';
import type { RouteTable } from '../plugins/route-table.ts';
import type { Admission } from '../quota/admission/admission.ts';
import type { FailureThrottle } from './failure-throttle.ts';
import type { FairShare } from './fair-share.ts';
import type { PrincipalCache } from './principal-cache.ts';
import type { Responder } from './respond.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

/** A call that a service elsewhere did not answer, in what the log may hold. */
export interface ServiceFailure {
  readonly service: string;
  readonly instance: string | null;
  readonly problem: ProblemCode;
  readonly reason: string;
  readonly id: string;
}

/** What the steps of the pipeline work with. */
export interface Steps extends Responder {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly baseUrl: string;
  readonly trusts: TrustedProxies;
  /** Whose pages may call the API. */
  readonly crossOrigins: ReadonlySet<string>;
  readonly principals: PrincipalCache;
  readonly marketplaces: Marketplaces;
  /** Brings the records in line with what a marketplace vouches for. @returns false if it has no plan for that */
  readonly admitConsumer: (presented: PresentedConsumer) => Promise<boolean>;
  /** The table in force; a reload swaps it. */
  readonly routes: { readonly current: RouteTable };
  readonly admission: Pick<Admission, 'admit' | 'keep' | 'giveBack' | 'refused'>;
  readonly keyUses: KeyUses;
  readonly throttle: FailureThrottle;
  readonly fairShare: FairShare;
  readonly meter: CallMeter;
  readonly admissions: AdmissionWatch;
  /** Told of every error that is ours; the log must not hold input, so it gets no request. */
  readonly onError: (error: unknown, requestId: string) => void;
  /** Told of every call that a service elsewhere did not answer, and why. */
  readonly serviceFailed: (failure: ServiceFailure) => void;
}
