import { mailsWait } from '../api/facts.ts';
import { t } from '../texts/texts.ts';
import { Notice } from './notice.tsx';

/** Says where a mail is that no server delivers; nothing if the installation has a mail server. */
export function OutboxNotice() {
  return mailsWait ? <Notice tone="warning">{t('mail.outbox')}</Notice> : null;
}
