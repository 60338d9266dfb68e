import { readKeys } from '../../api/keys.ts';
import { useSession } from '../../api/session-context.ts';
import { readUsageHistory } from '../../api/usage.ts';
import { useLoad } from '../../api/use-load.ts';
import { Page } from '../../components/page.tsx';
import { formatMonth } from '../../texts/format.ts';
import { t } from '../../texts/texts.ts';
import { FirstCall } from '../first-call.tsx';
import { questionOf } from '../usage/question.ts';
import { seesUsage } from '../usage/sees-usage.ts';
import { UsageChart } from '../usage/usage-chart.tsx';
import { MonthOfAccount } from './month-of-account.tsx';
import { MonthOfDeveloper } from './month-of-developer.tsx';
import { Ways } from './ways.tsx';

/** The month in a few figures and a chart, and how to begin. */
export function Overview() {
  const session = useSession();
  const { me, client } = session;
  const month = formatMonth(new Date().toISOString().slice(0, 7));
  return (
    <Page title={t('overview.title')} lead={t('overview.lead', { account: client.name, month })}>
      {me.role === 'developer' ? <MonthOfDeveloper client={client} /> : <MonthOfAccount />}
      {seesUsage(session) ? <ChartOfMonth /> : null}
      <Beginning />
      <Ways />
    </Page>
  );
}

/** Nothing without a call: an empty chart says less than the command of the first call below it. */
function ChartOfMonth() {
  const history = useLoad(() => readUsageHistory(questionOf(new URLSearchParams(), Date.now())), [], { live: true });
  return history.value && history.value.lines.length > 0 ? <UsageChart by="day" history={history.value} /> : null;
}

/** The first call, until a key that the user sees has made one. */
function Beginning() {
  const { me } = useSession();
  const keys = useLoad(() => readKeys({}, null), [], { live: true });
  const isUsed = keys.value?.items.some(({ last_used_at: at }) => at !== null) ?? true;
  return isUsed ? null : <FirstCall role={me.role} />;
}
