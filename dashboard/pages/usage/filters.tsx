import { useSession } from '../../api/session-context.ts';
import { USAGE_GROUPS } from '../../api/usage.ts';
import { SelectField } from '../../components/choice-fields.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { hrefOf, navigate } from '../../navigation/router.ts';
import { nameOf, t } from '../../texts/texts.ts';
import { type Question, queryOf, RANGES } from './question.ts';

interface FiltersProps {
  readonly question: Question;
}

/** The choice of days and grouping, which the address of the page reflects. */
export function Filters({ question }: FiltersProps) {
  const { me } = useSession();
  const ask = (change: Partial<Question>) =>
    navigate(hrefOf(['usage'], queryOf({ ...question, ...change })), 'replace');
  // A developer sees the usage of one user.
  const groups = USAGE_GROUPS.filter((group) => me.role !== 'developer' || group !== 'user');
  return (
    <div class="filter-rows">
      <div class="filters">
        <SelectField
          name="range"
          label={t('usage.range')}
          choices={RANGES.map((value) => ({ value, label: nameOf('usageRange', value) }))}
          value={question.range}
          onChange={(chosen) => ask({ range: RANGES.find((range) => range === chosen) ?? 'this-month' })}
        />
        <SelectField
          name="by"
          label={t('usage.by')}
          choices={groups.map((value) => ({ value, label: nameOf('usageBy', value) }))}
          value={question.by}
          onChange={(chosen) => ask({ by: USAGE_GROUPS.find((group) => group === chosen) ?? 'day' })}
        />
      </div>
      {question.range === 'custom' ? <Days question={question} onChoose={ask} /> : null}
    </div>
  );
}

interface DaysProps extends FiltersProps {
  readonly onChoose: (days: Pick<Question, 'since' | 'until'>) => void;
}

function Days({ question, onChoose }: DaysProps) {
  return (
    <div class="days">
      <Form
        submit={t('usage.show')}
        onSubmit={async (values) => {
          const days = [values.text('since') || question.since, values.text('until') || question.until].toSorted();
          const [since = '', until = ''] = days;
          onChoose({ since, until });
        }}
      >
        <Field name="since" label={t('usage.since')} type="date" value={question.since} />
        <Field name="until" label={t('usage.until')} type="date" value={question.until} />
      </Form>
    </div>
  );
}
