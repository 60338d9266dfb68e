import { z } from 'zod';
import { readChosenPlan } from '../../../accounts/plans/plan-choice.ts';
import { ALL_ROLES } from '../../../accounts/role-access.ts';
import { includesCalculator } from '../../../request/routes/calculator-names.ts';
import { type PlatformRoute, route } from '../route.ts';

const list = route({
  name: 'listOpenCalculators',
  group: 'keys',
  method: 'GET',
  path: '/platform/v1/calculators',
  access: ALL_ROLES,
  status: 200,
  answer: z.object({ calculators: z.array(z.string()), paths: z.record(z.string(), z.string()) }),
  async handle({ records, caller, calculators }) {
    const { current: plan } = await readChosenPlan(records.db, caller.clientId);
    const names = plan.calculators === null ? null : new Set(plan.calculators);
    const open = [...calculators().values()].filter((one) => names === null || includesCalculator(names, one));
    return {
      body: {
        calculators: open.map(({ name }) => name).toSorted(),
        paths: Object.fromEntries(open.map(({ name, path }) => [name, path])),
      },
    };
  },
});

/** The calculators to which a key can be restricted. */
export const calculatorRoutes: readonly PlatformRoute[] = [list];
