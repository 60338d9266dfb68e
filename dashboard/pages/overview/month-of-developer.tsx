import type { Client } from '../../api/session.ts';
import { readUsage } from '../../api/usage.ts';
import { useLoad } from '../../api/use-load.ts';
import { AsOf } from '../../components/as-of.tsx';
import { Figure, Figures } from '../../components/card.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Notice } from '../../components/notice.tsx';
import { formatNumber } from '../../texts/format.ts';
import { t } from '../../texts/texts.ts';

interface MonthOfDeveloperProps {
  readonly client: Client;
}

/** The usage of the developer's own keys, if the admin allows it. */
export function MonthOfDeveloper({ client: { name, developer_usage } }: MonthOfDeveloperProps) {
  if (developer_usage === 'none') return <Notice>{t('overview.ownUsageHidden', { account: name })}</Notice>;
  return <OwnUsage account={name} />;
}

function OwnUsage({ account }: { readonly account: string }) {
  const usage = useLoad(() => readUsage(), [], { live: true });
  return (
    <Loaded of={usage} figures={1}>
      {({ units, as_of }) => (
        <>
          <Figures>
            <Figure title={t('overview.ownUsage')} value={formatNumber(units)}>
              <p class="hint">{t('overview.ownUsageLead', { account })}</p>
            </Figure>
          </Figures>
          <AsOf at={as_of} />
        </>
      )}
    </Loaded>
  );
}
