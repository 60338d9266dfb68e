import type { InvitedUser } from '../../api/users.ts';
import { Button } from '../../components/button.tsx';
import { Copyable } from '../../components/copyable.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { OutboxNotice } from '../../components/outbox-notice.tsx';
import { t } from '../../texts/texts.ts';

interface InvitationLinkProps {
  readonly name: string;
  readonly link: string;
}

/** The link of an invitation that no mail server delivers, for the admin who has sent it. */
export function InvitationLink({ name, link }: InvitationLinkProps) {
  return (
    <>
      <OutboxNotice />
      <p>{t('users.invitationLinkHint', { name })}</p>
      <Copyable label={t('users.invitationLink')} text={link} />
    </>
  );
}

interface InvitationDialogProps {
  readonly of: InvitedUser & { readonly link: string };
  readonly onClose: () => void;
}

export function InvitationDialog({ of: { name, email, link }, onClose }: InvitationDialogProps) {
  return (
    <Dialog title={t('users.invited', { email: email ?? '' })} onClose={onClose}>
      <InvitationLink name={name} link={link} />
      <div class="actions">
        <Button kind="primary" onClick={onClose}>
          {t('action.close')}
        </Button>
      </div>
    </Dialog>
  );
}

/** Whether an invitation has a link to show. */
export function hasLink(user: InvitedUser): user is InvitedUser & { readonly link: string } {
  return user.link !== null;
}
