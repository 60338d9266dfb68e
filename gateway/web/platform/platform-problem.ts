import type { MessageValues } from '../../../calculators/kit/index.ts';
import type { ProblemCode } from '../../request/problems/catalogue.ts';

export interface PlatformProblemOptions {
  /** Key of the detail where the problem has several. */
  readonly detail?: string;
  readonly values?: MessageValues;
  /** Name and value in turn. */
  readonly headers?: readonly string[];
}

/** A refusal of a handler's own; what the records do not allow comes as an `AccountError` instead. */
export class PlatformProblem extends Error {
  readonly code: ProblemCode;
  readonly refusal: PlatformProblemOptions;

  constructor(code: ProblemCode, refusal: PlatformProblemOptions = {}) {
    super(code);
    this.name = 'PlatformProblem';
    this.code = code;
    this.refusal = refusal;
  }
}
