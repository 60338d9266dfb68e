import type { ComponentChildren } from 'preact';

/** Makes a wide table scrollable by keyboard, which Safari does not do by default. */
const SCROLLABLE = { tabIndex: 0 } as const;

export interface Column<Row> {
  /** Unique in the table. */
  readonly name: string;
  readonly head: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers are aligned at the end. */
  readonly figures?: boolean;
  /** Buttons and links: only screen readers get the head. */
  readonly actions?: boolean;
}

export interface TableProps<Row> {
  /** The subject of the table; only screen readers get it unless `captionShown`. */
  readonly caption: string;
  readonly captionShown?: boolean;
  /** The first column names the row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** A separate last row for the sum. */
  readonly total?: Row | undefined;
  /** Shown instead of a table without rows: an `Empty`. */
  readonly empty?: ComponentChildren;
}

/**
 * A table. If it is wider than the page, it scrolls separately, also by keyboard. On a phone each row is a card, and
 * each value has its head before it.
 */
export function Table<Row>({ caption, captionShown = false, columns, rows, keyOf, total, empty }: TableProps<Row>) {
  if (rows.length === 0 && empty) return <>{empty}</>;
  return (
    <section class="table" aria-label={caption} {...SCROLLABLE}>
      <table>
        <caption class={captionShown ? undefined : 'unseen'}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, head, figures, actions }) => (
              <th key={name} scope="col" class={figures ? 'figures' : undefined}>
                {actions ? <span class="unseen">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column, at) => (
                <Cell key={column.name} column={column} row={row} isHead={at === 0} />
              ))}
            </tr>
          ))}
        </tbody>
        {total ? (
          <tfoot>
            <tr>
              {columns.map((column, at) => (
                <Cell key={column.name} column={column} row={total} isHead={at === 0} />
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </section>
  );
}

interface CellProps<Row> {
  readonly column: Column<Row>;
  readonly row: Row;
  readonly isHead: boolean;
}

function Cell<Row>({ column: { head, cell, figures, actions }, row, isHead }: CellProps<Row>) {
  const kind = figures ? 'figures' : actions ? 'row-actions' : undefined;
  if (isHead) {
    return (
      <th scope="row" class={kind}>
        {cell(row)}
      </th>
    );
  }
  // The style writes the head of a card; screen readers have the column's.
  return (
    <td class={kind} data-head={actions ? undefined : head}>
      {cell(row)}
    </td>
  );
}
