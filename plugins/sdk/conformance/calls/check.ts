import type { HttpTransport } from './over-http.ts';
import type { Subject } from './subject.ts';

/** A requirement on an endpoint. Each failure is a sentence with the call and its wrong answer. */
export interface Check {
  readonly name: string;
  /** How to fix a failure. */
  readonly mend: string;
  failures(subject: Subject): AsyncGenerator<string>;
}

/** A requirement on a service that a calculator in the same process does not have. */
export interface ServiceCheck {
  readonly name: string;
  readonly mend: string;
  failures(subject: Subject, service: HttpTransport): AsyncGenerator<string>;
}
