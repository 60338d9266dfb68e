/** One field that was refused. */
export interface FieldProblem {
  /** Name of the member, with dots below it: `networks.0`. */
  readonly field: string;
  readonly message: string;
}

interface ProblemFacts {
  /** 0 where no answer came. */
  readonly status: number;
  /** As docs/errors has it; `no-answer` and `not-readable` are of the way there. */
  readonly code: string;
  /** For people, in the language of the page. */
  readonly detail: string;
  readonly errors?: readonly FieldProblem[];
  /** Which conflict it is, where the code is `conflict`. */
  readonly reason?: string | null;
}

/** Why a call failed: a problem of the API (RFC 9457), or one of the way there. */
export class ApiProblem extends Error implements ProblemFacts {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly FieldProblem[];
  readonly reason: string | null;

  constructor({ status, code, detail, errors = [], reason = null }: ProblemFacts) {
    super(detail);
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.errors = errors;
    this.reason = reason;
  }
}
