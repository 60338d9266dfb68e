import { useState } from 'preact/hooks';
import { type Marketplace, type Registered, readConsumers } from '../../api/marketplaces.ts';
import { useSession } from '../../api/session-context.ts';
import { usePages } from '../../api/use-pages.ts';
import { Button } from '../../components/button.tsx';
import { Card, Facts } from '../../components/card.tsx';
import { Link } from '../../components/link.tsx';
import { tell } from '../../components/told.tsx';
import { t } from '../../texts/texts.ts';
import { Consumers } from './consumers.tsx';
import { ImportKeys } from './import-keys.tsx';
import { RegisterKey } from './register-key.tsx';

interface MarketplaceCardProps {
  readonly marketplace: Marketplace;
}

/** One marketplace. Keys are registered in mode `key` only: in mode `proxy` the marketplace hides them. */
export function MarketplaceCard({ marketplace: one }: MarketplaceCardProps) {
  const { me } = useSession();
  const [registering, setRegistering] = useState<'key' | 'file' | null>(null);
  const [find, setFind] = useState('');
  const consumers = usePages((cursor) => readConsumers(one.marketplace, find, cursor), [one.marketplace, find]);
  const mayRegister = me.role === 'admin' && one.mode === 'key';
  const close = () => setRegistering(null);
  const registered = async ({ registered, unchanged }: Registered) => {
    await consumers.reload();
    close();
    tell(t('marketplaces.registered', { registered, unchanged }));
  };
  return (
    <Card
      title={one.marketplace}
      lead={t(one.mode === 'key' ? 'marketplaces.modeKey' : 'marketplaces.modeProxy')}
      actions={
        mayRegister ? (
          <>
            <Button onClick={() => setRegistering('file')}>{t('marketplaces.import')}</Button>
            <Button kind="primary" onClick={() => setRegistering('key')}>
              {t('marketplaces.register')}
            </Button>
          </>
        ) : null
      }
    >
      <Facts
        of={[
          [
            t('marketplaces.url'),
            <Link key="url" href={one.url}>
              {one.url}
            </Link>,
          ],
          [t('marketplaces.hosts'), one.hosts.join(', ')],
        ]}
      />
      <Consumers marketplace={one} consumers={consumers} find={find} onFind={setFind} />
      {registering === 'key' ? <RegisterKey of={one.marketplace} onRegistered={registered} onClose={close} /> : null}
      {registering === 'file' ? <ImportKeys of={one.marketplace} onRegistered={registered} onClose={close} /> : null}
    </Card>
  );
}
