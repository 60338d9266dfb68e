import type { AuditEntry } from '../../api/audit.ts';
import { Address } from '../../components/address.tsx';
import { Button } from '../../components/button.tsx';
import { Empty } from '../../components/empty.tsx';
import { Instant } from '../../components/instant.tsx';
import { Table } from '../../components/table.tsx';
import { t } from '../../texts/texts.ts';
import { actionName, actorName, type Names, recordName } from './names.ts';

interface AuditTableProps {
  readonly entries: readonly AuditEntry[];
  readonly names: Names;
  readonly onChoose: (entry: AuditEntry) => void;
}

export function AuditTable({ entries, names, onChoose }: AuditTableProps) {
  return (
    <Table
      caption={t('audit.title')}
      rows={entries.map((entry, at) => ({ entry, at }))}
      keyOf={({ at }) => String(at)}
      empty={
        <Empty title={t('audit.nothing')}>
          <p>{t('audit.nothingLead')}</p>
        </Empty>
      }
      columns={[
        { name: 'action', head: t('audit.action'), cell: ({ entry }) => <What entry={entry} names={names} /> },
        { name: 'actor', head: t('audit.actor'), cell: ({ entry }) => actorName(names, entry.actor) },
        { name: 'at', head: t('audit.at'), cell: ({ entry }) => <Instant at={entry.at} /> },
        { name: 'address', head: t('audit.address'), cell: ({ entry }) => <Address of={entry.address ?? '–'} /> },
        {
          name: 'details',
          head: t('audit.details'),
          actions: true,
          cell: ({ entry }) => (
            <Button
              kind="quiet"
              label={[t('audit.details'), actionName(entry.action), recordName(names, entry)]
                .filter(Boolean)
                .join(': ')}
              onClick={() => onChoose(entry)}
            >
              {t('audit.details')}
            </Button>
          ),
        },
      ]}
    />
  );
}

function What({ entry, names }: { readonly entry: AuditEntry; readonly names: Names }) {
  const name = recordName(names, entry);
  return (
    <span class="stack">
      {actionName(entry.action)}
      {name ? <span class="hint">{name}</span> : null}
    </span>
  );
}
