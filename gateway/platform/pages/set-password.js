const form = document.querySelector('form');
const status = document.querySelector('[role=status]');
const token = location.hash.slice(1);

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const password = form.elements.password.value;
  if (password !== form.elements.again.value) {
    status.textContent = 'The two passwords differ.';
    return;
  }
  const response = await fetch('/platform/v1/password', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token, password }),
  });
  if (response.ok) {
    history.replaceState(null, '', location.pathname);
    form.replaceChildren('Your password is set.');
  } else {
    status.textContent = (await response.json()).detail;
  }
});
