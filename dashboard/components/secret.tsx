import { t } from '../texts/texts.ts';
import { Copyable, type CopyableProps } from './copyable.tsx';
import { Notice } from './notice.tsx';

/** A new key, shown only this once. */
export function Secret({ text, label }: CopyableProps) {
  return (
    <div class="secret">
      <Notice tone="warning">{t('secret.once')}</Notice>
      <Copyable text={text} label={label} />
    </div>
  );
}
