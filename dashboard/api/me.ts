import { call, carryCsrfToken } from './client.ts';
import { ApiProblem } from './problem.ts';

export function renameMe(name: string): Promise<void> {
  return call('PATCH', 'me', { body: { name } });
}

/** Sets the language of mails. A failure is ignored, because the page has already changed its language. */
export async function rememberLanguage(language: string): Promise<void> {
  try {
    await call('PATCH', 'me', { body: { language } });
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
  }
}

interface EmailChange {
  readonly email: string;
  readonly current_password: string;
}

/** Mails a link to the new address. The address changes when the user opens the link. */
export function requestEmailChange(body: EmailChange): Promise<void> {
  return call('POST', 'me/email', { body });
}

interface PasswordChange {
  readonly current_password: string;
  readonly password: string;
}

/** Ends all other sessions; this one continues with a new token. */
export async function changePassword(body: PasswordChange): Promise<void> {
  const { csrf_token } = await call<{ readonly csrf_token: string }>('PUT', 'me/password', { body });
  carryCsrfToken(csrf_token);
}
