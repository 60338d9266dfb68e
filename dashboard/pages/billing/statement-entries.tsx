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

/** Every entry of a month, between the balance at its beginning and at its end. */
export function Entries({ statement }: { readonly statement: Statement }) {
  return (
    <Table
      caption={t('statement.entriesCaption')}
      rows={linesOf(statement)}
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

function linesOf({ closed, opening_balance, entries, closing_balance }: Statement): Line[] {
  let balance = opening_balance;
  const lines = entries.map((entry) => {
    balance += entry.credits;
    return { entry, name: nameOf('entryKind', entry.kind), balance };
  });
  return [
    { entry: null, name: t('statement.opening'), balance: opening_balance },
    ...lines,
    { entry: null, name: t(closed ? 'statement.closing' : 'statement.closingSoFar'), balance: closing_balance },
  ];
}

function What({ name, entry }: Pick<Line, 'name' | 'entry'>) {
  if (entry === null) return <>{name}</>;
  return (
    <>
      {name}
      <p class="hint">{entry.note === null ? entry.source : `${entry.source} · ${entry.note}`}</p>
    </>
  );
}
