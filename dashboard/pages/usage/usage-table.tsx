import { useState } from 'preact/hooks';
import { useSession } from '../../api/session-context.ts';
import type { UsageGroup, UsageGroupLine, UsageHistory } from '../../api/usage.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Link } from '../../components/link.tsx';
import { Notice } from '../../components/notice.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { formatNumber } from '../../texts/format.ts';
import { nameOf, t } from '../../texts/texts.ts';
import { groupName, groupPage } from './group-names.ts';

/** Lines drawn at a time: thousands would block the page. */
const LINES_AT_ONCE = 100;

interface UsageTableProps {
  readonly by: UsageGroup;
  readonly history: UsageHistory;
  /** The sum of all lines, if the report is complete. */
  readonly total: UsageGroupLine | undefined;
}

/** The usage, one line per group: the latest day first, other groups by usage. */
export function UsageTable({ by, history, total }: UsageTableProps) {
  const [shown, setShown] = useState(LINES_AT_ONCE);
  const lines = by === 'day' ? history.lines.toReversed() : history.lines.toSorted(mostUsedFirst);
  const figures = (name: keyof Omit<UsageGroupLine, 'group'>, head: string): Column<UsageGroupLine> => ({
    name,
    head,
    figures: true,
    cell: (line) => formatNumber(line[name]),
  });
  const columns: readonly Column<UsageGroupLine>[] = [
    {
      name: 'group',
      head: nameOf('usageBy', by),
      cell: (line) => (line === total ? t('usage.total') : <Name {...{ by, history, line }} />),
    },
    figures('calls', t('usage.calls')),
    figures('units', t('usage.units')),
    figures('client_errors', t('usage.clientErrors')),
    figures('server_errors', t('usage.serverErrors')),
    figures('refused', t('usage.refused')),
  ];
  return (
    <Card title={t('usage.lines')} lead={t('usage.explained')}>
      {history.complete ? null : <Notice tone="warning">{t('usage.incomplete', { n: history.lines.length })}</Notice>}
      <Table
        caption={t('usage.caption', { by: nameOf('usageBy', by) })}
        columns={columns}
        rows={lines.slice(0, shown)}
        keyOf={({ group }) => group[by] ?? ''}
        total={total}
      />
      {shown < lines.length ? (
        <div class="more">
          <Button onClick={() => setShown(shown + LINES_AT_ONCE)}>{t('action.more')}</Button>
        </div>
      ) : null}
    </Card>
  );
}

interface NameProps {
  readonly by: UsageGroup;
  readonly history: UsageHistory;
  readonly line: UsageGroupLine;
}

function Name({ by, history, line }: NameProps) {
  const { me } = useSession();
  const value = line.group[by] ?? '';
  const { name, hint } = groupName(history, by, value);
  const href = groupPage(history, by, value, me.role);
  return (
    <>
      {href === null ? name : <Link href={href}>{name}</Link>} {hint === null ? null : <span class="hint">{hint}</span>}
    </>
  );
}

/** Charged units sort first. */
function mostUsedFirst(one: UsageGroupLine, other: UsageGroupLine): number {
  return other.units - one.units || uncharged(other) - uncharged(one);
}

function uncharged({ client_errors, server_errors, refused }: UsageGroupLine): number {
  return client_errors + server_errors + refused;
}
