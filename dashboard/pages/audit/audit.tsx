import { useState } from 'preact/hooks';
import { type AuditEntry, auditAddress, readAudit } from '../../api/audit.ts';
import { useSession } from '../../api/session-context.ts';
import { useLoad } from '../../api/use-load.ts';
import { usePages } from '../../api/use-pages.ts';
import { Link } from '../../components/link.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { More } from '../../components/more.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { t } from '../../texts/texts.ts';
import type { PageInput } from '../page-input.ts';
import { filterOf, queryOf } from './audit-filter.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditTable } from './audit-table.tsx';
import { EntryDialog } from './entry-dialog.tsx';
import { readNames } from './names.ts';

/** The audit: changes with actor, time and address. */
export function Audit({ query }: PageInput) {
  const { client } = useSession();
  const filter = filterOf(query);
  const asked = queryOf(filter);
  const names = useLoad(() => readNames(client));
  const audit = usePages((cursor) => readAudit(asked, cursor), [JSON.stringify(asked)]);
  const [chosen, setChosen] = useState<AuditEntry | null>(null);
  return (
    <Page
      title={t('audit.title')}
      lead={t('audit.lead')}
      actions={
        <>
          <Link kind="secondary" href={auditAddress('csv', asked)} download>
            {t('audit.csv')}
          </Link>
          <Link kind="secondary" href={auditAddress('jsonl', asked)} download>
            {t('audit.jsonLines')}
          </Link>
        </>
      }
    >
      <Loaded of={names} lines={10}>
        {(known) => (
          <>
            <AuditFilters filter={filter} names={known} />
            {filter.record === '' ? null : (
              <Notice>{t('audit.oneRecord', { record: known.byId.get(filter.record) ?? filter.record })}</Notice>
            )}
            <Loaded of={audit} lines={10}>
              {(entries) => <AuditTable entries={entries} names={known} onChoose={setChosen} />}
            </Loaded>
            <More of={audit} />
            {chosen ? <EntryDialog entry={chosen} names={known} onClose={() => setChosen(null)} /> : null}
          </>
        )}
      </Loaded>
    </Page>
  );
}
