import { readStatement, type Statement, type StatementEntry, statementFile } from '../../api/billing.ts';
import { useSession } from '../../api/session-context.ts';
import { type Pages, usePages } from '../../api/use-pages.ts';
import { AsOf } from '../../components/as-of.tsx';
import { Card, Facts, Figure, Figures } from '../../components/card.tsx';
import { Link } from '../../components/link.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { More } from '../../components/more.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { hrefOf } from '../../navigation/router.ts';
import { formatMonth, formatNumber } from '../../texts/format.ts';
import { t } from '../../texts/texts.ts';
import { NotFound } from '../not-found.tsx';
import type { PageInput } from '../page-input.ts';
import { isMonth } from './months.ts';
import { Entries } from './statement-entries.tsx';

/** The statement of one month: opening balance, entries, closing balance. */
export function StatementPage({ params: { month = '' } }: PageInput) {
  return isMonth(month) ? <StatementOf month={month} /> : <NotFound />;
}

function StatementOf({ month }: { readonly month: string }) {
  const { client } = useSession();
  const entries = usePages<StatementEntry, Statement>((cursor) => readStatement(month, cursor), [month]);
  return (
    <Page
      title={t('statement.title', { month: formatMonth(month) })}
      lead={t('statement.lead', { account: client.name })}
      actions={
        <>
          <Link kind="quiet" href={hrefOf(['billing'])}>
            {t('statement.back')}
          </Link>
          <Link kind="secondary" href={statementFile(month)} download>
            {t('statement.download')}
          </Link>
        </>
      }
    >
      <Loaded of={entries} figures={3}>
        {() => (entries.first ? <Shown statement={entries.first} entries={entries} /> : null)}
      </Loaded>
    </Page>
  );
}

interface ShownProps {
  readonly statement: Statement;
  readonly entries: Pages<StatementEntry, Statement>;
}

function Shown({ statement, entries }: ShownProps) {
  const { closed, opening_balance, closing_balance, usage, adjustments, as_of: asOf } = statement;
  return (
    <>
      <Notice tone={closed ? 'success' : 'info'}>{t(closed ? 'statement.closed' : 'statement.open')}</Notice>
      <Figures>
        <Figure title={t('statement.opening')} value={formatNumber(opening_balance)}>
          <p class="hint">{t('statement.credits')}</p>
        </Figure>
        <Figure
          title={t(closed ? 'statement.closing' : 'statement.closingSoFar')}
          value={formatNumber(closing_balance)}
        >
          <p class="hint">{t('statement.credits')}</p>
        </Figure>
        <Figure title={t('statement.units')} value={formatNumber(usage.included + usage.overage)}>
          <p class="hint">{t('statement.unitsHint')}</p>
        </Figure>
      </Figures>
      <Card title={t('statement.entries')} lead={t('statement.entriesLead')}>
        <Entries statement={statement} entries={entries.value ?? []} isWhole={entries.next === null} />
        <More of={entries} />
      </Card>
      <Card title={t('statement.unitsPaid')}>
        <Facts
          of={[
            [t('statement.included'), formatNumber(usage.included)],
            [t('statement.overage'), formatNumber(usage.overage)],
            [t('statement.paidWithCredits'), formatNumber(usage.credits)],
            ...adjustments.map(lateUnits),
          ]}
        />
      </Card>
      {asOf === null ? null : <AsOf at={asOf} />}
    </>
  );
}

function lateUnits({ month, included, overage }: Statement['adjustments'][number]): readonly [string, string] {
  return [t('statement.late', { month: formatMonth(month) }), formatNumber(included + overage)];
}
