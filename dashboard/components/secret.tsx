import { useState } from 'preact/hooks';
import { t } from '../texts/texts.ts';
import { Copyable, type CopyableProps } from './copyable.tsx';
import { useHold } from './dialog-hold.ts';
import { Notice } from './notice.tsx';

/** A new key, shown only this once. It holds its dialog until it is copied, or until the dialog's own button closes it. */
export function Secret({ text, label }: Omit<CopyableProps, 'onCopied'>) {
  const [isCopied, setCopied] = useState(false);
  useHold(!isCopied);
  return (
    <div class="secret">
      <Notice tone="warning">{t('secret.once')}</Notice>
      <Copyable text={text} label={label} onCopied={() => setCopied(true)} />
    </div>
  );
}
