import { z } from 'zod';
import { readChosenPlan } from '../../../accounts/plans/plan-choice.ts';
import { ALL_ROLES } from '../../../accounts/role-access.ts';
import { type PlatformRoute, route } from '../route.ts';

const list = route({
  name: 'listOpenCalculators',
  group: 'keys',
  method: 'GET',
  path: '/platform/v1/calculators',
  access: ALL_ROLES,
  status: 200,
  answer: z.object({ calculators: z.array(z.string()) }),
  async handle({ records, caller, calculators }) {
    const { current: plan } = await readChosenPlan(records.db, caller.clientId);
    const names = [...calculators()].toSorted();
    const open = plan.calculators === null ? null : new Set(plan.calculators);
    return { body: { calculators: names.filter((name) => open === null || open.has(name)) } };
  },
});

/** The calculators to which a key can be restricted. */
export const calculatorRoutes: readonly PlatformRoute[] = [list];
