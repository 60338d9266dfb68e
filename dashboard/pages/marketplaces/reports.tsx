import { useState } from 'preact/hooks';
import { reportAddress } from '../../api/marketplaces.ts';
import { useSession } from '../../api/session-context.ts';
import { Card } from '../../components/card.tsx';
import { SelectField } from '../../components/choice-fields.tsx';
import { Link } from '../../components/link.tsx';
import { formatMonth } from '../../texts/format.ts';
import { t } from '../../texts/texts.ts';
import { monthsBetween } from '../billing/months.ts';

/** Downloads of all consumers' usage in a month. */
export function Reports() {
  const { client } = useSession();
  const months = monthsBetween(client.created_at, new Date().toISOString());
  const [month, setMonth] = useState(months[0] ?? '');
  return (
    <Card title={t('marketplaces.reports')} lead={t('marketplaces.reportsLead')}>
      <div class="filters">
        <SelectField
          name="month"
          label={t('marketplaces.month')}
          value={month}
          choices={months.map((value) => ({ value, label: formatMonth(value) }))}
          onChange={setMonth}
        />
        <Link kind="secondary" href={reportAddress('statement', month)} download>
          {t('marketplaces.statement')}
        </Link>
        <Link kind="secondary" href={reportAddress('usage', month)} download>
          {t('marketplaces.usage')}
        </Link>
      </div>
    </Card>
  );
}
