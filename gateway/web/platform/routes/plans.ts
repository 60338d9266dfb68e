import { z } from 'zod';
import { type ChosenPlan, choosePlan, dropPlannedChange, readChosenPlan } from '../../../accounts/plans/plan-choice.ts';
import { listPlans } from '../../../accounts/plans/plans.ts';
import { ADMIN_ONLY, BILLING_ROLES } from '../../../accounts/role-access.ts';
import { isoTime } from '../../../values/instant.ts';
import { text } from '../fields.ts';

import { route } from '../route.ts';
import { planAnswer, planBody } from './answers.ts';

const chosenAnswer = z.object({
  current: planAnswer,
  /** The plan that the client has chosen for the next month; `null` without a change. */
  next: z.object({ plan: z.string(), at: z.iso.datetime() }).nullable(),
});

function chosenBody({ current, next }: ChosenPlan): z.output<typeof chosenAnswer> {
  return { current: planBody(current), next: next && { plan: next.plan, at: isoTime(next.at) } };
}

const list = route({
  name: 'listPlans',
  group: 'billing',
  method: 'GET',
  path: '/platform/v1/plans',
  access: BILLING_ROLES,
  status: 200,
  answer: z.object({ plans: z.array(planAnswer) }),
  async handle({ records }) {
    const plans = await listPlans(records.db);
    return { body: { plans: plans.filter(({ offered }) => offered).map(planBody) } };
  },
});

const read = route({
  name: 'readPlan',
  group: 'billing',
  method: 'GET',
  path: '/platform/v1/plan',
  access: BILLING_ROLES,
  status: 200,
  answer: chosenAnswer,
  async handle({ records, caller }) {
    return { body: chosenBody(await readChosenPlan(records.db, caller.clientId)) };
  },
});

const choose = route({
  name: 'choosePlan',
  group: 'billing',
  method: 'PUT',
  path: '/platform/v1/plan',
  access: ADMIN_ONLY,
  sessionOnly: true,
  body: z.strictObject({ plan: text(40) }).meta({ example: { plan: 'free' } }),
  status: 200,
  answer: chosenAnswer,
  problems: ['conflict'],
  async handle({ records, actor, caller, body }) {
    return { body: chosenBody(await choosePlan(records, actor, caller.clientId, body.plan)) };
  },
});

const keep = route({
  name: 'keepPlan',
  group: 'billing',
  method: 'DELETE',
  path: '/platform/v1/plan/next',
  access: ADMIN_ONLY,
  sessionOnly: true,
  status: 200,
  answer: chosenAnswer,
  async handle({ records, actor, caller }) {
    return { body: chosenBody(await dropPlannedChange(records, actor, caller.clientId)) };
  },
});

/** The plan of a client. */
export const planRoutes = [list, read, choose, keep];
