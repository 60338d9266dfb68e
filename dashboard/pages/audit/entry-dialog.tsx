import type { AuditEntry } from '../../api/audit.ts';
import { Address } from '../../components/address.tsx';
import { Button } from '../../components/button.tsx';
import { Facts } from '../../components/card.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { hrefOf, navigate } from '../../navigation/router.ts';
import { formatExactTime } from '../../texts/format.ts';
import { nameOf, t } from '../../texts/texts.ts';
import { type AuditFilter, EVERYTHING } from './audit-filter.ts';
import { ChangeTable } from './change-table.tsx';
import { actionName, actorName, type Names, recordName } from './names.ts';

interface EntryDialogProps {
  readonly entry: AuditEntry;
  readonly names: Names;
  readonly onClose: () => void;
}

/** All details of one entry, with links to related entries. */
export function EntryDialog({ entry, names, onClose }: EntryDialogProps) {
  const { actor, record, at, address, action } = entry;
  const who = actorName(names, actor);
  const show = (filter: Partial<AuditFilter>) => {
    onClose();
    navigate(hrefOf(['audit'], { ...EVERYTHING, ...filter }));
  };
  return (
    <Dialog title={actionName(action)} onClose={onClose}>
      <Facts
        of={[
          [nameOf('auditRecords', record.kind), <Named key="record" name={recordName(names, entry)} id={record.id} />],
          [t('audit.actor'), <Named key="actor" name={who} id={actor} />],
          [t('audit.at'), formatExactTime(at)],
          [t('audit.address'), address === null ? t('audit.within') : <Address key="address" of={address} />],
        ]}
      />
      <ChangeTable entry={entry} names={names} />
      <div class="actions">
        <Button kind="quiet" onClick={() => show({ record: record.id })}>
          {t('audit.sameRecord')}
        </Button>
        <Button kind="quiet" onClick={() => show({ actor })}>
          {t('audit.sameActor', { name: who })}
        </Button>
        <Button onClick={onClose}>{t('action.close')}</Button>
      </div>
    </Dialog>
  );
}

function Named({ name, id }: { readonly name: string | null; readonly id: string }) {
  return (
    <span class="stack">
      {name}
      <code>{id}</code>
    </span>
  );
}
