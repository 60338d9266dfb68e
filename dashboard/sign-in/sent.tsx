import type { ComponentChildren } from 'preact';
import { Link } from '../components/link.tsx';
import { OutboxNotice } from '../components/outbox-notice.tsx';
import { Page } from '../components/page.tsx';
import { hrefOf } from '../navigation/router.ts';
import { t } from '../texts/texts.ts';

interface SentProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** The page after a request for a mail. */
export function Sent({ title, children }: SentProps) {
  return (
    <Page title={title}>
      <p>{children}</p>
      <OutboxNotice />
      <BackToSignIn />
    </Page>
  );
}

export function BackToSignIn() {
  return (
    <p class="aside">
      <Link href={hrefOf([])}>{t('signIn.back')}</Link>
    </p>
  );
}
