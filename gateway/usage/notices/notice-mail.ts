import type { Language } from '../../../calculators/kit/index.ts';
import type { OverageMode } from '../../quota/contract.ts';

/** The notices that an account gets by mail. */
export type NoticeKind = 'quota-80' | 'quota-100' | 'low-balance';

/** A notice to one user of a client, with the figures at the time it became due. */
export interface NoticeMail {
  readonly kind: NoticeKind;
  readonly to: string;
  readonly language: Language;
  /** Name of the account. */
  readonly client: string;
  /** UTC month, `2026-11`. */
  readonly month: string;
  /** Units of the month. */
  readonly used: number;
  readonly quota: number;
  /** How calls beyond the quota are handled. */
  readonly mode: OverageMode;
  /** Credits that can still be spent. */
  readonly credits: number;
}
