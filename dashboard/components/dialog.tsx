import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

export interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  /** Escape, or whatever else closes it: the owner stops drawing it then. */
  readonly onClose: () => void;
}

/** A dialog over the page, open as long as it is drawn. The focus goes back to where it came from. */
export function Dialog({ title, children, onClose }: DialogProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opened = dialog.current;
    const before = document.activeElement;
    opened?.showModal();
    return () => {
      opened?.close();
      // What opened it may be gone with what was done: then one goes on at the heading.
      const next = before?.isConnected ? before : document.querySelector('h1');
      if (next instanceof HTMLElement) next.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}
