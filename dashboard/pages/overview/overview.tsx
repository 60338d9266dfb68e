import { useSession } from '../../api/session-context.ts';
import { Page } from '../../components/page.tsx';
import { formatMonth } from '../../texts/format.ts';
import { t } from '../../texts/texts.ts';
import { FirstCall } from './first-call.tsx';
import { MonthOfAccount } from './month-of-account.tsx';
import { MonthOfDeveloper } from './month-of-developer.tsx';
import { Ways } from './ways.tsx';

/** The month in a few figures, and how to begin. */
export function Overview() {
  const { me, client } = useSession();
  const month = formatMonth(new Date().toISOString().slice(0, 7));
  return (
    <Page title={t('overview.title')} lead={t('overview.lead', { account: client.name, month })}>
      {me.role === 'developer' ? <MonthOfDeveloper client={client} /> : <MonthOfAccount />}
      <FirstCall role={me.role} />
      <Ways />
    </Page>
  );
}
