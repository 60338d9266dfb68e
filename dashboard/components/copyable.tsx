import { useRef, useState } from 'preact/hooks';
import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';

export interface CopyableProps {
  readonly text: string;
  /** The name for screen readers: "Command". */
  readonly label: string;
  /** Called after the browser has copied the text. */
  readonly onCopied?: () => void;
}

/** A command or a key with a button to copy it. */
export function Copyable({ text, label, onCopied }: CopyableProps) {
  const [result, setResult] = useState<'copied' | 'refused' | null>(null);
  const code = useRef<HTMLElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setResult('copied');
      onCopied?.();
    } catch {
      // Without HTTPS, or without permission: the user can still copy it by hand.
      if (code.current) getSelection()?.selectAllChildren(code.current);
      setResult('refused');
    }
  };
  return (
    <div class="copyable">
      <section dir="ltr" aria-label={label}>
        <code ref={code}>{text}</code>
      </section>
      <Button label={`${t('action.copy')}: ${label}`} onClick={copy}>
        {t(result === 'copied' ? 'action.copied' : 'action.copy')}
      </Button>
      <p class="hint" role="status">
        {result === 'refused' ? t('state.copyFailed') : null}
        {result === 'copied' ? <span class="unseen">{t('action.copied')}</span> : null}
      </p>
    </div>
  );
}
