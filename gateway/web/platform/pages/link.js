const { page, done, differ, copied, refused } = document.body.dataset;
const form = document.querySelector('form');
const status = document.querySelector('main > [role=status]');
const signIn = document.querySelector('a');
const language = document.querySelector('#language');
const kept = document.querySelector('section');
const heading = document.querySelector('h1');
signIn.search = `lang=${document.documentElement.lang}`;
const token = location.hash.slice(1);
const { email, password, again } = form.elements;

/** The path to which each page posts its form. */
const TARGETS = {
  'set-password': 'password',
  invitation: 'invitations/accept',
  'sign-up': 'sign-up/confirmation',
  'confirm-email': 'email',
  'undo-email': 'email/undo',
};

function post(path, body) {
  return fetch(`platform/v1/${path}?lang=${document.documentElement.lang}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

function refuse(text) {
  status.className = 'problem';
  status.textContent = text;
}

async function tell(response) {
  refuse((await response.json()).detail);
}

const described = await post('link', { token });
if (described.ok) {
  const link = await described.json();
  form.querySelector('[data-for]').textContent = [link.name, link.email].filter(Boolean).join(' · ');
  if (page !== 'set-password' || link.email !== null) form.querySelector('[data-email]').remove();
  else email.required = true;
  if (page === 'confirm-email') form.querySelector('[data-password]').remove();
  else for (const field of [password, again]) field.required = true;
  form.hidden = false;
} else {
  await tell(described);
  signIn.hidden = false;
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (password?.isConnected && password.value !== again.value) {
    refuse(differ);
    return;
  }
  const typed = { token };
  if (password?.isConnected) typed.password = password.value;
  if (email?.isConnected) typed.email = email.value;
  const response = await post(TARGETS[page], typed);
  if (!response.ok) {
    await tell(response);
    return;
  }
  history.replaceState(null, '', location.pathname + location.search);
  form.remove();
  // Another language is another page, and a key is shown only on this one.
  language.remove();
  // The heading takes the focus, so that screen readers announce it.
  status.remove();
  heading.textContent = done;
  heading.focus();
  signIn.hidden = false;
  if (response.status === 204) return;
  // The answer has begun a session.
  signIn.textContent = signIn.dataset.goOn;
  const key = (await response.json()).key?.key;
  if (key !== undefined) show(key);
});

/** Shows a key until its reader leaves the page. */
function show(key) {
  const code = kept.querySelector('code');
  code.textContent = key;
  kept.hidden = false;
  signIn.textContent = signIn.dataset.kept;
  kept.querySelector('button').addEventListener('click', async () => {
    const told = kept.querySelector('[role=status]');
    try {
      await navigator.clipboard.writeText(key);
      told.textContent = copied;
    } catch {
      // Without HTTPS, or without permission.
      getSelection().selectAllChildren(code);
      told.textContent = refused;
    }
  });
}

language.addEventListener('change', () => {
  location.assign(`${location.pathname}?lang=${language.value}${location.hash}`);
});
