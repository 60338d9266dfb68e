import type { Billing } from '../../api/billing.ts';
import { type ChosenPlan, choosePlan, type Plan, readPlans } from '../../api/plans.ts';
import { useLoad } from '../../api/use-load.ts';
import { Button } from '../../components/button.tsx';
import { RadioField } from '../../components/choice-fields.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Form } from '../../components/form.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { tell } from '../../components/told.tsx';
import { formatDay } from '../../texts/format.ts';
import { t } from '../../texts/texts.ts';
import { planText } from './plan-texts.ts';

interface ChangePlanProps {
  readonly chosen: ChosenPlan;
  readonly billing: Billing;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Offers plans, each with the time when it would begin. */
export function ChangePlan({ chosen, billing, onChanged, onClose }: ChangePlanProps) {
  const plans = useLoad(readPlans);
  return (
    <Dialog title={t('plan.change')} onClose={onClose}>
      <Loaded of={plans}>
        {(offered) => {
          const others = offered.filter(({ name }) => name !== chosen.current.name);
          return others.length === 0 ? (
            <NoOther onClose={onClose} />
          ) : (
            <Form
              submit={t('plan.change')}
              onCancel={onClose}
              onSubmit={async (values) => {
                tell(toldOf(await choosePlan(values.raw('plan'))));
                onChanged();
                onClose();
              }}
            >
              <RadioField
                name="plan"
                label={t('plan.title')}
                choices={others.map((plan) => ({
                  value: plan.name,
                  label: plan.name,
                  hint: `${planText(plan)} · ${beginOf(plan, billing)}`,
                }))}
                // Without a preselection, because some plans begin at once.
                value={chosen.next?.plan ?? ''}
              />
              <p class="hint">{t('plan.changeHint')}</p>
            </Form>
          );
        }}
      </Loaded>
    </Dialog>
  );
}

function NoOther({ onClose }: Pick<ChangePlanProps, 'onClose'>) {
  return (
    <>
      <p>{t('plan.noOther')}</p>
      <div class="actions">
        <Button onClick={onClose}>{t('action.close')}</Button>
      </div>
    </>
  );
}

/** A larger plan begins at once. A smaller one waits, so the rest of the month can be used. */
function beginOf({ quota }: Plan, { quota: present, month }: Billing): string {
  if (present !== null && (quota === null || quota > present)) return t('plan.atOnceFrom');
  return t('plan.from', { day: formatDay(firstDayAfter(month)) });
}

function firstDayAfter(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
}

function toldOf({ current, next }: ChosenPlan): string {
  if (next) return t('plan.next', { plan: next.plan, day: formatDay(next.at.slice(0, 10)) });
  return t('plan.changed', { plan: current.name });
}
