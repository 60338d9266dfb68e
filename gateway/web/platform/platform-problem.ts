import type { ProblemCode } from '../../request/problems/catalogue.ts';
import type { Refusal } from '../../request/respond/respond.ts';

/** A handler refuses the call. A change that the records do not allow throws an `AccountError` instead. */
export class PlatformProblem extends Error {
  readonly code: ProblemCode;
  readonly refusal: Refusal;

  constructor(code: ProblemCode, refusal: Refusal = {}) {
    super(code);
    this.name = 'PlatformProblem';
    this.code = code;
    this.refusal = refusal;
  }
}
