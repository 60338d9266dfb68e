import type { ComponentChildren } from 'preact';
import { useAction } from '../api/use-action.ts';
import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Notice } from './notice.tsx';

export interface ConfirmProps {
  /** A question: "Revoke the key Back end?" */
  readonly title: string;
  /** What is lost. */
  readonly children: ComponentChildren;
  /** What its button does: "Revoke key". */
  readonly action: string;
  readonly kind?: 'primary' | 'danger';
  readonly onConfirm: () => Promise<unknown>;
  /** It was done, or not. */
  readonly onClose: () => void;
}

/** Asks before something is done that cannot be taken back. A failure is said, and it can be tried again. */
export function Confirm({ title, children, action, kind = 'danger', onConfirm, onClose }: ConfirmProps) {
  const { run, running, problem } = useAction(onConfirm);
  const confirm = async () => {
    if (await run()) onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {problem ? <Notice tone="problem">{problem.detail}</Notice> : null}
      <div class="actions">
        <Button onClick={onClose}>{t('action.cancel')}</Button>
        <Button kind={kind} running={running} onClick={confirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
