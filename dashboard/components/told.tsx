import { useEffect, useState } from 'preact/hooks';
import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';

/** Long enough to be read twice. */
const SHOWN_MS = 10_000;

let listener: ((text: string) => void) | null = null;

/** Announces a completed action at the edge of the page, for a while: "The key has been revoked." */
export function tell(text: string): void {
  listener?.(text);
}

/** The place of announcements. Screen readers notice its text only if it exists from the beginning. */
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
