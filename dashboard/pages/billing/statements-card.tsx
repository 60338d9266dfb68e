import { useState } from 'preact/hooks';
import { statementFile } from '../../api/billing.ts';
import { useSession } from '../../api/session-context.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Link } from '../../components/link.tsx';
import { Table } from '../../components/table.tsx';
import { hrefOf } from '../../navigation/router.ts';
import { formatMonth } from '../../texts/format.ts';
import { t } from '../../texts/texts.ts';
import { monthsBetween } from './months.ts';

const MONTHS_AT_ONCE = 12;

/** A statement for each month of the account's life. */
export function StatementsCard() {
  const { client } = useSession();
  const [shown, setShown] = useState(MONTHS_AT_ONCE);
  const months = monthsBetween(client.created_at, new Date().toISOString());
  return (
    <Card title={t('statement.all')} lead={t('statement.allLead')}>
      <Table
        caption={t('statement.caption')}
        rows={months.slice(0, shown)}
        keyOf={(month) => month}
        columns={[
          {
            name: 'month',
            head: t('statement.month'),
            cell: (month) => (
              <>
                <Link href={hrefOf(['billing', 'statements', month])}>{formatMonth(month)}</Link>{' '}
                {month === months[0] ? <Badge>{t('statement.soFar')}</Badge> : null}
              </>
            ),
          },
          {
            name: 'csv',
            head: t('statement.file'),
            actions: true,
            cell: (month) => (
              <Link
                kind="quiet"
                href={statementFile(month)}
                download
                label={t('statement.csvOf', { month: formatMonth(month) })}
              >
                {t('statement.csv')}
              </Link>
            ),
          },
        ]}
      />
      {shown < months.length ? (
        <div class="more">
          <Button onClick={() => setShown(shown + MONTHS_AT_ONCE)}>{t('action.more')}</Button>
        </div>
      ) : null}
    </Card>
  );
}
