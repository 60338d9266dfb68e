import { Button } from '../../components/button.tsx';
import { type Choice, SelectField } from '../../components/choice-fields.tsx';
import { hrefOf, navigate } from '../../router.ts';
import { nameOf, t } from '../../texts/texts.ts';
import { ACTIONS } from './actions.ts';
import { type AuditFilter, EVERYTHING, isEverything } from './audit-filter.ts';
import { DayFilter } from './day-filter.tsx';
import { actionName, actorName, type Names } from './names.ts';

interface AuditFiltersProps {
  readonly filter: AuditFilter;
  readonly names: Names;
}

/** What the list shows. All of it stands in the address, which can be kept and sent to others. */
export function AuditFilters({ filter, names }: AuditFiltersProps) {
  const show = (part: Partial<AuditFilter>) => navigate(hrefOf(['audit'], { ...filter, ...part }), 'replace');
  return (
    <search class="filters">
      <SelectField
        name="action"
        label={t('audit.action')}
        value={filter.action}
        choices={withOwn(filter.action, [
          { value: '', label: t('audit.everything') },
          ...ACTIONS.map((value) => ({ value, label: labelOf(value) })),
        ])}
        onChange={(action) => show({ action })}
      />
      <SelectField
        name="actor"
        label={t('audit.actor')}
        value={filter.actor}
        choices={withOwn(
          filter.actor,
          [
            { value: '', label: t('audit.everybody') },
            ...names.users.map(({ id, name }) => ({ value: id, label: name })),
            { value: 'cli', label: actorName(names, 'cli') },
          ],
          actorName(names, filter.actor),
        )}
        onChange={(actor) => show({ actor })}
      />
      <DayFilter name="from" label={t('audit.from')} value={filter.from} onDay={(from) => show({ from })} />
      <DayFilter name="to" label={t('audit.to')} value={filter.to} onDay={(to) => show({ to })} />
      {isEverything(filter) ? null : (
        <Button kind="quiet" onClick={() => show(EVERYTHING)}>
          {t('audit.showAll')}
        </Button>
      )}
    </search>
  );
}

/** All of a kind is named by the kind. */
function labelOf(action: string): string {
  return action.includes('.') ? actionName(action) : nameOf('auditKinds', action);
}

/** What somebody asks for who knows more than is offered stands among the choices too. */
function withOwn(value: string, choices: readonly Choice[], label = value): readonly Choice[] {
  return choices.some((choice) => choice.value === value) ? choices : [...choices, { value, label }];
}
