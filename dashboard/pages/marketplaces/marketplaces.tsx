import { readMarketplaces } from '../../api/marketplaces.ts';
import { useLoad } from '../../api/use-load.ts';
import { Empty } from '../../components/empty.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Page } from '../../components/page.tsx';
import { t } from '../../texts/texts.ts';
import { MarketplaceCard } from './marketplace-card.tsx';
import { Reports } from './reports.tsx';

/** The marketplaces whose subscriptions the account manages, with their consumers. */
export function Marketplaces() {
  const marketplaces = useLoad(readMarketplaces);
  return (
    <Page title={t('marketplaces.title')} lead={t('marketplaces.lead')}>
      <Loaded of={marketplaces} lines={8}>
        {(list) =>
          list.length === 0 ? (
            <Empty title={t('marketplaces.none')}>
              <p>{t('marketplaces.noneLead')}</p>
            </Empty>
          ) : (
            <>
              <Reports />
              {list.map((one) => (
                <MarketplaceCard key={one.marketplace} marketplace={one} />
              ))}
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
