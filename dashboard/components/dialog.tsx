import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useId, useRef, useState } from 'preact/hooks';
import { holdPage } from '../navigation/router.ts';
import { t } from '../texts/texts.ts';
import { DialogHold } from './dialog-hold.ts';
import { Notice } from './notice.tsx';

export interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Called on Escape and other ways to close it: the owner then stops drawing it. */
  readonly onClose: () => void;
}

/**
 * A dialog over the page, open while it is drawn. Afterwards the focus returns to where it was. While a secret inside
 * holds it (`useHold`), only a button inside closes it: neither Escape nor the way back of the browser does.
 */
export function Dialog({ title, children, onClose }: DialogProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isHeld, setHeld] = useState(false);
  /** Whether the user has tried to close it while it is held. */
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    const opened = dialog.current;
    const before = document.activeElement;
    opened?.showModal();
    return () => {
      opened?.close();
      // If the action has removed the opening button, the focus moves to the heading.
      const next = before?.isConnected ? before : document.querySelector('h1');
      if (next instanceof HTMLElement) next.focus();
    };
  }, []);
  const hold = useCallback(() => {
    setHeld(true);
    const release = holdPage();
    return () => {
      setHeld(false);
      setRefused(false);
      release();
    };
  }, []);
  const close = () => {
    if (isHeld) setRefused(true);
    else onClose();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Browsers close a dialog at the second Escape, even if the page has prevented the first.
        event.preventDefault();
        close();
      }}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClose={() => {
        // Closed by the browser itself, without a question before.
        if (isHeld) dialog.current?.showModal();
      }}
    >
      <h2 id={titleId}>{title}</h2>
      <DialogHold.Provider value={hold}>{children}</DialogHold.Provider>
      {isRefused ? <Notice tone="problem">{t('secret.held')}</Notice> : null}
    </dialog>
  );
}
