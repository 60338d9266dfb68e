/** Facts that the gateway writes into the page. */
const { signUp, cookie } = document.documentElement.dataset;

/** Whether sign-up is open. */
export const signUpIsOpen = signUp === 'open';

/** Whether sign-up is closed, also for invited people. */
export const signUpIsClosed = signUp === 'closed';

/** Whether the browser has sent a cookie of a session, which may have ended. */
export const mayHaveSession = cookie === 'yes';
