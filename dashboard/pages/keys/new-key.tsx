import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Copyable } from '../../components/copyable.tsx';
import { Secret } from '../../components/secret.tsx';
import { t } from '../../texts/texts.ts';
import { type SampleCall, sampleCall } from '../sample-call.ts';

interface NewKeyProps extends SampleCall {
  readonly text: string;
  /** Further notes. */
  readonly children?: ComponentChildren;
  readonly onClose: () => void;
}

/** A dialog after the creation: the key and a command to try it. */
export function NewKey({ text, children, onClose, ...sample }: NewKeyProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div class="fields" ref={place} tabIndex={-1}>
      <Secret label={t('keys.newKey')} text={text} />
      {children}
      <p>{t(sample.role === 'finance' ? 'keys.tryFinance' : 'keys.try')}</p>
      <Copyable label={t('keys.command')} text={sampleCall(text, sample)} />
      <div class="actions">
        <Button kind="primary" onClick={onClose}>
          {t('keys.kept')}
        </Button>
      </div>
    </div>
  );
}
