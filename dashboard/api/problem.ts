/** One refused field. */
export interface FieldProblem {
  /** Name of the member, with dots below it: `networks.0`. */
  readonly field: string;
  readonly message: string;
}

interface ProblemFacts {
  /** 0 if there was no answer. */
  readonly status: number;
  /** A code of docs/errors; `no-answer` and `not-readable` are failures of the connection. */
  readonly code: string;
  /** For people, in the language of the page. */
  readonly detail: string;
  readonly errors?: readonly FieldProblem[];
  /** The kind of conflict, if the code is `conflict`. */
  readonly reason?: string | null;
}

/** The reason of a failed call: a problem of the API (RFC 9457), or a failure of the connection. */
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
