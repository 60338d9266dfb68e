import { useState } from 'preact/hooks';
import type { Billing } from '../../api/billing.ts';
import { type ChosenPlan, keepPlan } from '../../api/plans.ts';
import { useSession } from '../../api/session-context.ts';
import { useAction } from '../../api/use-action.ts';
import type { Load } from '../../api/use-load.ts';
import { Button } from '../../components/button.tsx';
import { Card, Facts } from '../../components/card.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Notice } from '../../components/notice.tsx';
import { tell } from '../../components/told.tsx';
import { formatDay, formatNumber } from '../../texts/format.ts';
import { nameOf, t } from '../../texts/texts.ts';
import { ChangePlan } from './change-plan.tsx';
import { burstText, priceText, quotaText } from './plan-texts.ts';

interface PlanCardProps {
  readonly billing: Load<Billing>;
  readonly plan: Load<ChosenPlan>;
  readonly onChanged: () => void;
}

/** The plan and its usage, with a change for admins. */
export function PlanCard({ billing, plan, onChanged }: PlanCardProps) {
  const { me } = useSession();
  const [changes, setChanges] = useState(false);
  const isAdmin = me.role === 'admin';
  const current = plan.value?.current;
  return (
    <Card
      title={current ? t('plan.named', { plan: current.name }) : t('plan.title')}
      actions={isAdmin ? <Button onClick={() => setChanges(true)}>{t('plan.change')}</Button> : null}
    >
      <Loaded of={plan}>
        {({ current: { price_per_credit, calculators }, next }) => (
          <>
            {next ? <NextPlan next={next} canKeep={isAdmin} onKept={onChanged} /> : null}
            <Loaded of={billing}>
              {({ quota, burst, mode, included, overage }) => (
                <Facts
                  of={[
                    [t('plan.quota'), quotaText(quota)],
                    [t('plan.included'), formatNumber(included)],
                    [t('plan.overage'), formatNumber(overage)],
                    [t('plan.beyond'), nameOf('planMode', mode)],
                    [t('plan.atOnce'), burstText(burst)],
                    [t('plan.calculators'), calculators?.join(', ') ?? t('plan.allCalculators')],
                    [t('plan.price'), priceText(price_per_credit)],
                  ]}
                />
              )}
            </Loaded>
          </>
        )}
      </Loaded>
      {changes && plan.value && billing.value ? (
        <ChangePlan
          chosen={plan.value}
          billing={billing.value}
          onChanged={onChanged}
          onClose={() => setChanges(false)}
        />
      ) : null}
    </Card>
  );
}

interface NextPlanProps {
  readonly next: NonNullable<ChosenPlan['next']>;
  readonly canKeep: boolean;
  readonly onKept: () => void;
}

function NextPlan({ next, canKeep, onKept }: NextPlanProps) {
  const { run, running, problem } = useAction(async () => {
    const { current } = await keepPlan();
    tell(t('plan.kept', { plan: current.name }));
    onKept();
  });
  return (
    <Notice>
      <p>{t('plan.next', { plan: next.plan, day: formatDay(next.at.slice(0, 10)) })}</p>
      {problem ? <p role="alert">{problem.detail}</p> : null}
      {canKeep ? (
        <Button onClick={run} running={running}>
          {t('plan.keep')}
        </Button>
      ) : null}
    </Notice>
  );
}
