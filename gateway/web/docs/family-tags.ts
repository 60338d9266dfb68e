import type { Calculator, Language } from '../../../calculators/kit/index.ts';

/** A tag for every family, described by the titles of its calculators. */
export function familyTags(
  calculators: readonly Calculator[],
  language: Language,
): { name: string; description: string }[] {
  const families = Map.groupBy(calculators, ({ family }) => family.name);
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  return [...families].map(([name, members]) => ({
    name,
    description: list.format(
      members.map((calculator) => calculator.family.messages.text(language, `${calculator.name}.title`)),
    ),
  }));
}
