import { call, carryCsrfToken } from './client.ts';
import { ApiProblem } from './problem.ts';

export function renameMe(name: string): Promise<void> {
  return call('PATCH', 'me', { body: { name } });
}

/** Tells in which language mails are to come. What it is told for is done: that it fails changes nothing of that. */
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

/** Has a link mailed to the new address, which becomes the user's when it is opened. */
export function requestEmailChange(body: EmailChange): Promise<void> {
  return call('POST', 'me/email', { body });
}

interface PasswordChange {
  readonly current_password: string;
  readonly password: string;
}

/** Every session ends, and this one goes on as another. */
export async function changePassword(body: PasswordChange): Promise<void> {
  const { csrf_token } = await call<{ readonly csrf_token: string }>('PUT', 'me/password', { body });
  carryCsrfToken(csrf_token);
}
