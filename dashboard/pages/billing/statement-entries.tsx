import type { Statement, StatementEntry } from '../../api/billing.ts';
import { Instant } from '../../components/instant.tsx';
import { Table } from '../../components/table.tsx';
import { formatMoney, formatNumber, formatSigned } from '../../texts/format.ts';
import { nameOf, t } from '../../texts/texts.ts';

/** A line of a statement: the balance at its edges, and each entry with the balance after it. */
interface Line {
  readonly entry: StatementEntry | null;
  readonly name: string;
  readonly balance: number;
}

interface EntriesProps {
  readonly statement: Statement;
  /** The loaded entries; the closing balance follows the last one. */
  readonly entries: readonly StatementEntry[];
  readonly isWhole: boolean;
}

/** The entries of a month, between the balance at its beginning and at its end. */
export function Entries({ statement, entries, isWhole }: EntriesProps) {
  return (
    <Table
      caption={t('statement.entriesCaption')}
      rows={linesOf(statement, entries, isWhole)}
      keyOf={({ entry, name }) => entry?.source ?? name}
      columns={[
        { name: 'what', head: t('statement.what'), cell: ({ name, entry }) => <What name={name} entry={entry} /> },
        { name: 'at', head: t('statement.at'), cell: ({ entry }) => (entry ? <Instant at={entry.at} /> : '') },
        {
          name: 'paid',
          head: t('statement.paid'),
          figures: true,
          cell: ({ entry }) => (entry?.paid ? formatMoney(entry.paid) : ''),
        },
        {
          name: 'credits',
          head: t('statement.credits'),
          figures: true,
          cell: ({ entry }) => (entry ? formatSigned(entry.credits) : ''),
        },
        { name: 'balance', head: t('statement.balance'), figures: true, cell: ({ balance }) => formatNumber(balance) },
      ]}
    />
  );
}

function linesOf(
  { closed, opening_balance, closing_balance }: Statement,
  entries: readonly StatementEntry[],
  isWhole: boolean,
): Line[] {
  let balance = opening_balance;
  const lines = entries.map((entry) => {
    balance += entry.credits;
    return { entry, name: nameOf('entryKind', entry.kind), balance };
  });
  const closing = t(closed ? 'statement.closing' : 'statement.closingSoFar');
  return [
    { entry: null, name: t('statement.opening'), balance: opening_balance },
    ...lines,
    ...(isWhole ? [{ entry: null, name: closing, balance: closing_balance }] : []),
  ];
}

function What({ name, entry }: Pick<Line, 'name' | 'entry'>) {
  if (entry === null) return <>{name}</>;
  return (
    <>
      {name}
      <p class="hint">
        <bdi>{entry.source}</bdi>
        {entry.note === null ? null : (
          <>
            {' · '}
            <bdi>{entry.note}</bdi>
          </>
        )}
      </p>
    </>
  );
}
