import type { ComponentChildren } from 'preact';
import { useAction } from '../api/use-action.ts';
import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Notice } from './notice.tsx';

export interface ConfirmProps {
  /** A question: "Revoke the key Back end?" */
  readonly title: string;
  /** The loss that the action causes. */
  readonly children: ComponentChildren;
  /** Text of the button: "Revoke key". */
  readonly action: string;
  readonly kind?: 'primary' | 'danger';
  readonly onConfirm: () => Promise<unknown>;
  /** Called after success or cancellation. */
  readonly onClose: () => void;
}

/** Asks before an action that cannot be undone. It shows a failure and allows another try. */
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
