import { type Language, localeOf } from '../../../calculators/kit/index.ts';
import type { Plan, Price } from '../../accounts/plans/plans.ts';
import { type Html, html } from '../frame/html.ts';
import { portalTexts } from './frame/texts.ts';

/** What happens beyond the quota of a plan. */
const BEYOND = {
  block: 'portal.plans.beyond_block',
  credits: 'portal.plans.beyond_credits',
  soft: 'portal.plans.beyond_soft',
} as const;

/** The plans with their prices; nothing while none of them has a price. */
export function plansOf(plans: readonly Plan[], language: Language): Html | false {
  if (plans.every(({ price }) => price === null)) return false;
  const { say } = portalTexts(language);
  const number = (value: number) => value.toLocaleString(localeOf(language));
  const lines = ({ quota, mode, burst, price }: Plan) => [
    quota === null ? say('portal.plans.unlimited') : say('portal.plans.units', { count: number(quota) }),
    ...(price === null ? [] : [say('portal.plans.price', { price: money(price, language) })]),
    say(BEYOND[mode]),
    ...(burst === null ? [] : [say('portal.plans.burst', { calls: number(burst.q), seconds: number(burst.w) })]),
  ];
  const cards = plans.map(
    (plan) => html`<li><strong>${plan.name}</strong> ${lines(plan).map((line) => html`<span>${line}</span> `)}</li>`,
  );
  return html`<h2 id="plans">${say('portal.plans.title')}</h2>
<ul class="three">
${cards}
</ul>`;
}

/** An integer in the smallest unit of its currency, as an amount: 2 is €0.02. */
function money({ amount, currency }: Price, language: Language): string {
  const format = new Intl.NumberFormat(localeOf(language), { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
