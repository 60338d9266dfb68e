import type { AuditEntry } from '../../api/audit.ts';
import { type Column, Table } from '../../components/table.tsx';
import { formatNumber, formatTime } from '../../texts/format.ts';
import { nameOf, t } from '../../texts/texts.ts';
import { changesOf, type MemberChange } from './changes.ts';
import type { Names } from './names.ts';

interface ChangeTableProps {
  readonly entry: AuditEntry;
  readonly names: Names;
}

/** The changed members, with their values before and after. */
export function ChangeTable({ entry: { before, after }, names }: ChangeTableProps) {
  const column = (name: 'before' | 'after', head: string): Column<MemberChange> => ({
    name,
    head,
    cell: (change) => <bdi>{valueText(change[name], change.path, names)}</bdi>,
  });
  const columns: Column<MemberChange>[] = [
    { name: 'member', head: t('audit.member'), cell: ({ path }) => labelOf(path) },
    // A new record has no earlier values, a deleted one no later values.
    ...(before === null ? [] : [column('before', t('audit.before'))]),
    ...(after === null ? [] : [column('after', t(before === null ? 'audit.value' : 'audit.after'))]),
  ];
  return (
    <Table
      caption={t('audit.changes')}
      columns={columns}
      rows={changesOf(before, after)}
      keyOf={({ path }) => path.join('.')}
      empty={<p class="hint">{t('audit.noChanges')}</p>}
    />
  );
}

const LISTS = ['calculators', 'networks'];
/** Members whose values have names in a group of texts. */
const NAMED = new Map<string, 'roles' | 'environments' | 'planMode'>([
  ['role', 'roles'],
  ['environment', 'environments'],
  ['mode', 'planMode'],
]);

function labelOf(path: readonly string[]): string {
  return path.map((name) => nameOf('auditMembers', name)).join(', ');
}

/** A value for people: instants as times, ids as names, a missing value as a dash. */
function valueText(value: unknown, path: readonly string[], { byId }: Names): string {
  if (value === null || value === undefined || value === '') return '–';
  const name = path.at(-1) ?? '';
  if (Array.isArray(value)) return value.join(', ') || '–';
  // The records keep lists as JSON.
  if (LISTS.includes(name)) return `${value}`.replace(/[[\]"]/g, '').replaceAll(',', ', ');
  if (name === 'rotates_itself') return t(value ? 'keys.rotatesYes' : 'keys.rotatesNo');
  if (typeof value === 'number')
    return /(^|_)at$/.test(name) ? formatTime(new Date(value).toISOString()) : formatNumber(value);
  const group = NAMED.get(name);
  if (group) return nameOf(group, String(value));
  return byId.get(String(value)) ?? String(value);
}
