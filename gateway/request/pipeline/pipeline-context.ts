import type { KeyUses } from '../../accounts/keys/key-uses.ts';
import type { Marketplaces, PresentedConsumer } from '../../marketplace/marketplaces.ts';
import type { AdmissionWatch } from '../../operations/admission-watch.ts';
import type { CallMeter } from '../../operations/call-meter.ts';
import type { Admission } from '../../quota/admission/admission.ts';
import type { TrustedProxies } from '../call/trusted-proxies.ts';
import type { Idempotency } from '../idempotency/idempotency.ts';
import type { FailureThrottle } from '../limits/failure-throttle.ts';
import type { FairShare } from '../limits/fair-share.ts';
import type { Overload } from '../limits/loop-delay.ts';
import type { Policies } from '../policies/policies.ts';
import type { PrincipalCache } from '../principal/principal-cache.ts';
import type { Responder } from '../respond/respond.ts';
import type { RouteTable } from '../routes/route-table.ts';

/** The dependencies of the pipeline steps. */
export interface PipelineContext extends Responder {
  /** The current time, in milliseconds since 1970. */
  readonly clock: () => number;
  readonly baseUrl: string;
  readonly trusts: TrustedProxies;
  /** Origins whose pages may call the API. */
  readonly crossOrigins: ReadonlySet<string>;
  readonly principals: PrincipalCache;
  /** SHA-256 of the key with this id; `null` for an unknown id. */
  readonly keyHashOf: (keyId: string) => Promise<string | null>;
  readonly policies: Policies;
  readonly marketplaces: Marketplaces;
  /** Records the consumer that a marketplace vouches for. @returns false if the marketplace has no plan for it */
  readonly admitConsumer: (presented: PresentedConsumer) => Promise<boolean>;
  /** The current route table. A reload replaces it. */
  readonly routes: { readonly current: RouteTable };
  readonly admission: Pick<Admission, 'admit' | 'keep' | 'giveBack' | 'recordUncharged'>;
  readonly idempotency: Idempotency;
  readonly keyUses: KeyUses;
  readonly throttle: FailureThrottle;
  readonly fairShare: FairShare;
  readonly loopDelay: Overload;
  readonly meter: CallMeter;
  readonly admissionStats: AdmissionWatch;
  /**
   * Logs an internal error. It gets no request, because the log must not contain input.
   *
   * @param plugin the plugin whose code failed
   */
  readonly onError: (error: unknown, requestId: string, plugin?: string) => void;
}
