import { renameMe } from '../../api/me.ts';
import { useSession } from '../../api/session-context.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { tell } from '../../components/told.tsx';
import { t } from '../../texts/texts.ts';

export interface ChangeProps {
  readonly onClose: () => void;
}

export function ChangeName({ onClose }: ChangeProps) {
  const { me, reload } = useSession();
  return (
    <Dialog title={t('account.changeName')} onClose={onClose}>
      <Form
        submit={t('action.save')}
        onCancel={onClose}
        onSubmit={async (values) => {
          await renameMe(values.text('name'));
          await reload();
          onClose();
          tell(t('account.nameChanged'));
        }}
      >
        <Field name="name" label={t('account.name')} value={me.name} autocomplete="name" />
      </Form>
    </Dialog>
  );
}
