/** What the gateway writes into the page. */
const { signUp, cookie } = document.documentElement.dataset;

/** Whether anybody may open an account. */
export const signUpIsOpen = signUp === 'open';

/** Whether nobody new comes in, not even by an invitation. */
export const signUpIsClosed = signUp === 'closed';

/** Whether the browser has sent a cookie of a session, which may have ended. */
export const mayHaveSession = cookie === 'yes';
