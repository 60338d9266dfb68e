import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Empty } from '../../components/empty.tsx';
import { Link } from '../../components/link.tsx';
import { Table } from '../../components/table.tsx';
import { hrefOf } from '../../navigation/router.ts';
import { t } from '../../texts/texts.ts';
import { type Application, applicationsOf, type Keyring } from '../keys/keyring.ts';
import { workingKeys } from './user-table.tsx';

interface ApplicationsProps {
  readonly keyring: Keyring;
  readonly onCreate: () => void;
}

/** Applications: they hold keys but cannot sign in. */
export function Applications({ keyring: { keys }, onCreate }: ApplicationsProps) {
  return (
    <Card
      title={t('users.applications')}
      lead={t('users.applicationsLead')}
      actions={<Button onClick={onCreate}>{t('users.newApplication')}</Button>}
    >
      <Table<Application>
        caption={t('users.applicationList')}
        columns={[
          {
            name: 'name',
            head: t('users.name'),
            cell: ({ id, name }) => <Link href={hrefOf(['keys'], { owner: id })}>{name}</Link>,
          },
          { name: 'keys', head: t('users.workingKeys'), figures: true, cell: ({ id }) => workingKeys(keys, id) },
        ]}
        rows={applicationsOf(keys)}
        keyOf={({ id }) => id}
        empty={<Empty title={t('users.noApplication')} />}
      />
    </Card>
  );
}
