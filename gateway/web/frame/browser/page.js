import { convertValues } from './units.js';

// Adds what needs a script: the search, copying, links that carry values after #, units that convert. Everything else
// works without it.
const all = (selector) => [...document.querySelectorAll(selector)];
const form = document.querySelector('#form');

// Places of the dashboard stand behind #, which no server sees: without a session they lead to the sign-in.
if (location.hash.startsWith('#/') && document.querySelector('.hero'))
  location.replace(`sign-in${location.search}${location.hash}`);

function copied(button, text) {
  const before = button.textContent;
  navigator.clipboard?.writeText(text).then(() => {
    button.textContent = button.dataset.done;
    setTimeout(() => {
      button.textContent = before;
    }, 2000);
  });
}

for (const button of all('[data-copy]')) {
  button.onclick = () => copied(button, button.previousElementSibling.textContent);
}

for (const button of all('[data-copy-page]')) {
  button.onclick = async () => copied(button, await (await fetch(button.dataset.copyPage)).text());
}

for (const button of all('[data-share]')) {
  button.onclick = () => {
    const values = [...new FormData(form)].filter(([name, value]) => value !== '' && name !== 'code');
    copied(button, `${location.href.split('#')[0]}#${new URLSearchParams(values)}`);
  };
}

// A shared link: the values after # go into the form, which then posts them. They leave the address first.
if (form && location.hash.includes('=') && !document.querySelector('[data-own]')) {
  const values = new URLSearchParams(location.hash.slice(1));
  history.replaceState(null, '', location.pathname + location.search);
  for (const field of form.elements) {
    if (field.type === 'radio')
      field.checked = values.get(field.name) === field.value || (field.checked && !values.has(field.name));
    else if (field.name) field.value = values.get(field.name) ?? '';
  }
  form.requestSubmit();
}

form?.addEventListener('change', ({ target }) => convertValues(form, target));

const filter = document.querySelector('#search');
if (filter) {
  filter.oninput = () => {
    const words = filter.value.toLowerCase().split(/\s+/);
    for (const family of all('.family')) {
      let found = 0;
      for (const card of family.querySelectorAll('li')) {
        const text = card.textContent.toLowerCase() + card.firstElementChild.getAttribute('href');
        card.hidden = !words.every((word) => text.includes(word));
        found += card.hidden ? 0 : 1;
      }
      family.hidden = found === 0;
    }
  };
}

// The list of pages is longer than many screens: it begins where this page is.
const pages = document.querySelector('.pages');
const here = pages?.querySelector('[aria-current]');
if (here) {
  const begin = () => {
    pages.scrollTop = here.offsetTop - pages.clientHeight / 2;
  };
  begin();
  pages.ontoggle = begin;
}

// The search over all pages comes with its first use.
const find = document.querySelector('[data-find]');
let opening;
function search() {
  const { find: script, index, failed } = find.dataset;
  opening ??= import(new URL(script, location.href)).then(({ openSearch }) =>
    openSearch({ index, root: script.split('docs/')[0] }),
  );
  opening.then(
    (open) => open(),
    () => {
      opening = undefined;
      find.firstChild.data = failed;
    },
  );
}
if (find) {
  find.onclick = search;
  document.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    search();
  });
}

// The menu of languages keeps the place, and closes when the reader goes on.
document.addEventListener('click', ({ target }) => {
  for (const menu of all('.languages[open]')) if (!menu.contains(target)) menu.open = false;
});
