import { formatTime } from '../texts/format.ts';
import { t } from '../texts/texts.ts';

/** One line below figures: how recent they are. `at` is ISO 8601. */
export function AsOf({ at }: { readonly at: string }) {
  return <p class="hint">{t('usage.asOf', { time: formatTime(at) })}</p>;
}
