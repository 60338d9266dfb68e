import { importKeys } from '../../api/marketplaces.ts';
import { Dialog } from '../../components/dialog.tsx';
import { TextAreaField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { t } from '../../texts/texts.ts';
import type { RegisterProps } from './register-key.tsx';

/** Registers the keys of many consumers: all of them, or no key if one is refused. */
export function ImportKeys({ of: marketplace, onRegistered, onClose }: RegisterProps) {
  return (
    <Dialog title={t('marketplaces.importTitle', { marketplace })} onClose={onClose}>
      <p>{t('marketplaces.importLead')}</p>
      <Form
        submit={t('marketplaces.import')}
        onCancel={onClose}
        onSubmit={async (values) => {
          await onRegistered(await importKeys(marketplace, values.raw('csv')));
        }}
      >
        <TextAreaField name="csv" label={t('marketplaces.csv')} hint={t('marketplaces.csvHint')} dir="ltr" rows={8} />
      </Form>
    </Dialog>
  );
}
