import { Button } from '../../components/button.tsx';
import { type Choice, SelectField } from '../../components/choice-fields.tsx';
import { hrefOf, navigate } from '../../navigation/router.ts';
import { nameOf, t } from '../../texts/texts.ts';
import { ACTIONS } from './actions.ts';
import { type AuditFilter, EVERYTHING, isEverything } from './audit-filter.ts';
import { DayFilter } from './day-filter.tsx';
import { actionName, actorName, type Names } from './names.ts';

interface AuditFiltersProps {
  readonly filter: AuditFilter;
  readonly names: Names;
}

/** The filters of the list. The address holds them, so it can be bookmarked and shared. */
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

/** The choice of a whole kind has the kind's name. */
function labelOf(action: string): string {
  return action.includes('.') ? actionName(action) : nameOf('auditKinds', action);
}

/** A filter from the address that is not on offer is added to the choices. */
function withOwn(value: string, choices: readonly Choice[], label = value): readonly Choice[] {
  return choices.some((choice) => choice.value === value) ? choices : [...choices, { value, label }];
}
