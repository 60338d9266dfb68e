import { openCatalogue } from '../../calculators/kit/index.ts';
import type { KeyLeakedMail, KeyRotatedMail } from '../accounts/account-mail.ts';
import { createAddressLink } from '../accounts/links/address-link.ts';
import { resetLink } from '../accounts/links/reset-link.ts';
import { linkAddress, type SetupLink } from '../accounts/links/setup-link.ts';
import { undoLink } from '../accounts/users/email-undo.ts';
import { invitationLink } from '../accounts/users/user-create.ts';
import type { Change } from '../records/records.ts';
import { toPlainText } from '../values/plain-text.ts';
import { localMonth, localNumber, localTime } from './local-formats.ts';
import type { Mail, Message } from './mail.ts';
import { plainName } from './plain-name.ts';

export const mailMessages = openCatalogue(new URL('./messages/', import.meta.url));

export interface ComposeOptions {
  /** Base URL of the installation, without a trailing slash. */
  readonly baseUrl: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * Composes a mail in its language and creates its link now, so that no secret exists before the mail is sent. Returns
 * `null` if the mail no longer applies, such as a reset for an address without an account.
 */
export async function compose(trx: Change, mail: Mail, { baseUrl, at }: ComposeOptions): Promise<Message | null> {
  const { to, language } = mail;
  const actor = { name: 'mail', at, address: null };
  const say = (key: string, values: Record<string, string> = {}) =>
    mailMessages.text(language, key, plainValues(values));

  function message(key: string, values: Record<string, string> = {}, subject = values): Message {
    const paragraphs = [say(`${key}.text`, values), say('footer', { base: baseUrl })];
    return { to, language, subject: say(`${key}.subject`, subject), text: `${paragraphs.join('\n\n')}\n` };
  }

  function withLink(key: string, page: string, link: SetupLink | null, values: Record<string, string> = {}) {
    if (link === null) return null;
    const expires = localTime(language, link.expiresAt);
    return message(key, { ...values, link: linkAddress(baseUrl, page, language, link), expires }, values);
  }

  switch (mail.kind) {
    case 'invitation': {
      const link = await invitationLink(trx, actor, mail.userId);
      if (link === null) return null;
      return withLink('invitation', 'invitation', link, {
        client: plainName(mail.client),
        role: say(`roles.${link.role}`),
      });
    }
    case 'password-reset':
      return withLink('password-reset', 'set-password', await resetLink(trx, to, at));
    case 'sign-up': {
      if (await hasAccount(trx, to)) return message('already-signed-up');
      const { name, account } = mail;
      const link = await createAddressLink(trx, at, { email: to, link: { purpose: 'sign-up', name, account } });
      return withLink('sign-up', 'sign-up', link);
    }
    case 'email': {
      if (await hasAccount(trx, to)) return null;
      const link = await createAddressLink(trx, at, { email: to, link: { purpose: 'email', userId: mail.userId } });
      return withLink('email', 'confirm-email', link);
    }
    case 'email-changed': {
      const { after, changeId } = mail;
      if (changeId === undefined) return message('email-changed', { after });
      return withLink('email-changed-undo', 'undo-email', await undoLink(trx, changeId, at), { after });
    }
    case 'password-changed':
      return message('password-changed');
    case 'quota-80':
    case 'quota-100':
    case 'low-balance': {
      const { kind, month, used, quota, mode, credits } = mail;
      return message(kind, {
        client: plainName(mail.client),
        month: localMonth(language, month),
        mode,
        used: localNumber(language, used),
        quota: localNumber(language, quota),
        credits: localNumber(language, credits),
      });
    }
    case 'key-rotated': {
      return message('key-rotated', { ...namesOf(mail), address: mail.address });
    }
    case 'key-leaked': {
      const { foundAt } = mail;
      const named = namesOf(mail);
      return foundAt === null ? message('key-leaked', named) : message('key-leaked-at', { ...named, place: foundAt });
    }
  }
}

/** The values of a key and its client, with names that contain nothing clickable. */
function namesOf({ key, client }: KeyRotatedMail | KeyLeakedMail) {
  return { key: plainName(key.name), start: key.start, hint: key.hint, client: plainName(client) };
}

/** Keeps every value on one line: a subject is a header, and rows of an old store were never checked. */
function plainValues(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toPlainText(value)]));
}

async function hasAccount(trx: Change, email: string): Promise<boolean> {
  return (await trx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()) !== undefined;
}
