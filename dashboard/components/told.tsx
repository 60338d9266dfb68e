import { useEffect, useState } from 'preact/hooks';
import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';

/** Long enough to be read twice. */
const SHOWN_MS = 10_000;

let listener: ((text: string) => void) | null = null;

/** Says at the edge of the page what was done: "The key is revoked." It goes by itself. */
export function tell(text: string): void {
  listener?.(text);
}

/** Where it is said. It stands in the page from the beginning, or screen readers would not notice a text in it. */
export function Told() {
  const [text, setText] = useState('');
  useEffect(() => {
    listener = setText;
    return () => {
      listener = null;
    };
  }, []);
  useEffect(() => {
    if (text === '') return undefined;
    const timer = setTimeout(() => setText(''), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div class="told" role="status">
      {text === '' ? null : (
        <>
          <p>{text}</p>
          <Button kind="quiet" onClick={() => setText('')}>
            {t('action.dismiss')}
          </Button>
        </>
      )}
    </div>
  );
}
