import type { HttpTransport } from './over-http.ts';
import type { Subject } from './subject.ts';

/** What an endpoint must do. Each failure is a sentence: the call, and what came back instead. */
export interface Check {
  readonly name: string;
  /** How to mend what fails. */
  readonly mend: string;
  failures(subject: Subject): AsyncGenerator<string>;
}

/** What only a service can be asked, not a calculator in the same process. */
export interface ServiceCheck {
  readonly name: string;
  readonly mend: string;
  failures(subject: Subject, service: HttpTransport): AsyncGenerator<string>;
}
