import type { Language } from '../../../calculators/kit/index.ts';
import type { OverageMode } from '../../quota/contract.ts';

/** What is told of an account without being asked. */
export type NoticeKind = 'quota-80' | 'quota-100' | 'low-balance';

/** A notice to one user of a client. Its figures are those of the moment at which it was due. */
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
  /** What becomes of calls beyond the quota. */
  readonly mode: OverageMode;
  /** That can still be spent. */
  readonly credits: number;
}
