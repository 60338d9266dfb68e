import { Card } from '../../components/card.tsx';
import { Link } from '../../components/link.tsx';
import { language, t } from '../../texts/texts.ts';

const WAYS = [
  { href: 'docs/getting-started', title: 'overview.guide', lead: 'overview.guideLead' },
  { href: 'docs/calculators/', title: 'overview.calculators', lead: 'overview.calculatorsLead' },
  { href: 'docs', title: 'overview.reference', lead: 'overview.referenceLead' },
] as const;

/** Links to further reading. */
export function Ways() {
  return (
    <Card title={t('overview.links')}>
      <ul class="ways">
        {WAYS.map(({ href, title, lead }) => (
          <li key={href}>
            <Link href={`${href}?lang=${language()}`}>{t(title)}</Link>
            <p class="hint">{t(lead)}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
