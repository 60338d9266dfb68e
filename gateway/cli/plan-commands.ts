import { findClient } from '../accounts/find-client.ts';
import { readLimits } from '../accounts/plans/limits.ts';
import { listPlans, setPlan } from '../accounts/plans/plans.ts';
import type { BurstPolicy } from '../quota/contract.ts';
import type { Command } from './command.ts';
import { orUnlimited, table } from './table.ts';
import { overrides } from './values.ts';

export const planCommands: readonly Command[] = [
  {
    name: 'plan list',
    parameters: [],
    options: {},
    summary: 'Lists all plans.',
    async run({ records }) {
      const plans = await listPlans(records.db);
      const rows = plans.map((plan) => [
        plan.name,
        orUnlimited(plan.quota),
        burstText(plan.burst),
        plan.mode,
        plan.ceiling === null ? 'none' : String(plan.ceiling),
        plan.calculators?.join(',') ?? 'all',
        plan.price === null ? '-' : `${plan.price.amount} ${plan.price.currency}`,
        plan.offered ? 'yes' : 'no',
      ]);
      return {
        text: table(['PLAN', 'QUOTA', 'BURST', 'MODE', 'CEILING', 'CALCULATORS', 'CREDIT PRICE', 'OFFERED'], rows),
        json: { plans },
      };
    },
  },
  {
    name: 'plan set',
    parameters: ['client', 'plan'],
    options: {
      quota: 'units per month, or unlimited',
      burst: 'calls/seconds per key, such as 100/10, or unlimited',
      mode: 'beyond the quota: block, credits or soft',
      ceiling: 'maximum units per month, or none',
    },
    summary: 'Puts a client on a plan; limits without an option follow the plan.',
    async run({ records, actor, words: [reference = '', plan = ''], options }) {
      const given = overrides(options);
      const client = await findClient(records.db, reference);
      await setPlan(records, actor, client.id, plan, given);
      const limits = await readLimits(records.db, client.id);
      const burst = burstText(limits?.burst ?? null);
      return {
        text: `${client.name} is on ${plan}: quota ${orUnlimited(limits?.quota ?? null)}, burst ${burst}, mode ${limits?.mode}, ceiling ${limits?.ceiling ?? 'none'}.`,
        json: { client: client.id, plan, limits },
      };
    },
  },
];

function burstText(burst: BurstPolicy | null): string {
  return burst === null ? 'unlimited' : `${burst.q}/${burst.w}`;
}
