import { useSession } from '../../api/session-context.ts';
import { readUsageHistory, type UsageGroupLine, type UsageHistory, usageFile } from '../../api/usage.ts';
import { useLoad } from '../../api/use-load.ts';
import { AsOf } from '../../components/as-of.tsx';
import { Button } from '../../components/button.tsx';
import { Figure, Figures } from '../../components/card.tsx';
import { Empty } from '../../components/empty.tsx';
import { Link } from '../../components/link.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { formatDay, formatNumber } from '../../texts/format.ts';
import { t } from '../../texts/texts.ts';
import { FirstCall } from '../first-call.tsx';
import type { PageInput } from '../page-input.ts';
import { Filters } from './filters.tsx';
import { type Question, questionOf } from './question.ts';
import { seesUsage } from './sees-usage.ts';
import { UsageChart } from './usage-chart.tsx';
import { UsageTable } from './usage-table.tsx';

/** Calls and units by day, key, user, calculator or status. */
export function Usage({ query }: PageInput) {
  const session = useSession();
  if (!seesUsage(session)) {
    return (
      <Page title={t('usage.title')}>
        <Notice>{t('overview.ownUsageHidden', { account: session.client.name })}</Notice>
      </Page>
    );
  }
  return <UsageOf question={questionOf(query, Date.now())} />;
}

function UsageOf({ question }: { readonly question: Question }) {
  const { me } = useSession();
  const { since, until, by } = question;
  const history = useLoad(() => readUsageHistory(question), [since, until, by]);
  return (
    <Page
      title={t('usage.title')}
      lead={t(me.role === 'developer' ? 'usage.leadOfDeveloper' : 'usage.lead', {
        since: formatDay(since),
        until: formatDay(until),
      })}
      actions={
        <Link kind="secondary" href={usageFile(question)} download>
          {t('usage.csv')}
        </Link>
      }
    >
      <Filters question={question} />
      <Loaded of={history} lines={8}>
        {(read) =>
          read.lines.length === 0 ? (
            <NoUsage onRefresh={history.reload} running={history.loading} />
          ) : (
            <Answer history={read} />
          )
        }
      </Loaded>
    </Page>
  );
}

function Answer({ history }: { readonly history: UsageHistory }) {
  const [by = 'day'] = history.by;
  const total = history.complete ? totalOf(history.lines) : undefined;
  return (
    <>
      {total ? <Totals total={total} /> : null}
      <UsageChart by={by} history={history} />
      <UsageTable key={by} by={by} history={history} total={total} />
      <AsOf at={history.as_of} />
    </>
  );
}

function Totals({ total }: { readonly total: UsageGroupLine }) {
  const { calls, units, client_errors, server_errors, refused } = total;
  return (
    <Figures>
      <Figure title={t('usage.units')} value={formatNumber(units)}>
        <p class="hint">{t('usage.unitsHint')}</p>
      </Figure>
      <Figure title={t('usage.chargedCalls')} value={formatNumber(calls)}>
        <p class="hint">{t('usage.chargedHint')}</p>
      </Figure>
      <Figure title={t('usage.notCharged')} value={formatNumber(client_errors + server_errors + refused)}>
        <p class="hint">{t('usage.notChargedHint', { client_errors, server_errors, refused })}</p>
      </Figure>
    </Figures>
  );
}

interface NoUsageProps {
  readonly onRefresh: () => void;
  readonly running: boolean;
}

function NoUsage({ onRefresh, running }: NoUsageProps) {
  const { me } = useSession();
  return (
    <>
      <Empty title={t('usage.empty')}>
        <p>{t('usage.emptyLead')}</p>
        <Button onClick={onRefresh} running={running}>
          {t('action.refresh')}
        </Button>
      </Empty>
      {me.role === 'finance' ? null : <FirstCall role={me.role} />}
    </>
  );
}

function totalOf(lines: readonly UsageGroupLine[]): UsageGroupLine {
  const sum = (name: keyof Omit<UsageGroupLine, 'group'>) => lines.reduce((all, line) => all + line[name], 0);
  return {
    group: {},
    calls: sum('calls'),
    units: sum('units'),
    client_errors: sum('client_errors'),
    server_errors: sum('server_errors'),
    refused: sum('refused'),
  };
}
