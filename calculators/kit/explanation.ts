import type { ClassTable } from './classes.ts';
import type { MessageValues } from './messages.ts';

/** A message by key, with the values of its placeholders, if any. */
export type Remark = string | readonly [key: string, values: MessageValues];

/** What a calculator adds to the numbers of one answer. */
export interface Explanation {
  /** Key of the equation that was used, if it is not the chosen `method`. */
  readonly equation?: string;
  /** Class tables that applied, by result, if they are not the first table of the result. */
  readonly classes?: Readonly<Record<string, ClassTable>>;
  readonly warnings?: readonly Remark[];
  readonly notes?: readonly Remark[];
}
