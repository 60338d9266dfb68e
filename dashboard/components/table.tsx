import type { ComponentChildren } from 'preact';

/** A wide table must be reached by keyboard to be scrolled: Safari does not do it by itself. */
const SCROLLABLE = { tabIndex: 0 } as const;

export interface Column<Row> {
  /** Unique in the table. */
  readonly name: string;
  readonly head: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Figures stand at the end. */
  readonly figures?: boolean;
  /** Buttons and links: the head is for screen readers alone. */
  readonly actions?: boolean;
}

export interface TableProps<Row> {
  /** Says what the table holds; shown to screen readers alone unless `captionShown`. */
  readonly caption: string;
  readonly captionShown?: boolean;
  /** The first column names the row. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** A last row, apart from the others: their sum. */
  readonly total?: Row | undefined;
  /** In place of the table where there is no row: an `Empty`. */
  readonly empty?: ComponentChildren;
}

/** A table. One that is wider than the page is scrolled by itself, also by keyboard. */
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

function Cell<Row>({ column: { cell, figures, actions }, row, isHead }: CellProps<Row>) {
  const kind = figures ? 'figures' : actions ? 'row-actions' : undefined;
  if (isHead) {
    return (
      <th scope="row" class={kind}>
        {cell(row)}
      </th>
    );
  }
  return <td class={kind}>{cell(row)}</td>;
}
