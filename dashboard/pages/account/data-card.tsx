import { useState } from 'preact/hooks';
import { exportAddress } from '../../api/account.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Link } from '../../components/link.tsx';
import { t } from '../../texts/texts.ts';
import { DeleteAccount } from './delete-account.tsx';
import { Setting, Settings } from './setting.tsx';

/** Export and deletion of the account. */
export function DataCard() {
  const [deleting, setDeleting] = useState(false);
  return (
    <Card title={t('account.data')}>
      <Settings>
        <Setting
          term={t('account.export')}
          action={
            <Link kind="secondary" href={exportAddress()} download>
              {t('account.exportFile')}
            </Link>
          }
        >
          {t('account.exportLead')}
        </Setting>
        <Setting
          term={t('account.deletion')}
          action={
            <Button kind="danger" onClick={() => setDeleting(true)}>
              {t('account.delete')}
            </Button>
          }
        >
          {t('account.deletionLead')}
        </Setting>
      </Settings>
      {deleting ? <DeleteAccount onClose={() => setDeleting(false)} /> : null}
    </Card>
  );
}
