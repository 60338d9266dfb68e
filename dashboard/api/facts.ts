/** Facts that the gateway writes into the page. */
const { signUp, cookie, mail } = document.documentElement.dataset;

/** Whether sign-up is open. */
export const signUpIsOpen = signUp === 'open';

/** Whether sign-up is closed, also for invited people. */
export const signUpIsClosed = signUp === 'closed';

/** Whether mails wait in the outbox of the installation, because it has no mail server. */
export const mailsWait = mail === 'outbox';

/** Whether the browser has sent a cookie of a session, which may have ended. */
export const mayHaveSession = cookie === 'yes';
