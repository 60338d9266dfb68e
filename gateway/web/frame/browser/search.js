// The search over all pages. The script of the page loads this file, and it the index, when a reader opens the search.
const MOST = 20;

/** Without case, accents and vowel marks, and with one form of each Arabic letter. */
const plain = (text) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u064b-\u065f\u0670\u0640\u2066-\u2069]/g, '')
    .replace(/\u0649/g, '\u064a')
    .toLowerCase();

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** How well a part fits; 0 if a word is missing. */
function weight({ title, heading, text, isFirst }, words) {
  let sum = 0;
  for (const word of words) {
    const inTitle = title.indexOf(word);
    if (isFirst && title === word) sum += 60;
    else if (isFirst && inTitle >= 0) sum += inTitle === 0 || title[inTitle - 1] === ' ' ? 30 : 15;
    else if (heading.includes(word)) sum += 12;
    else if (text.includes(word)) sum += 2;
    else if (inTitle >= 0) sum += 1;
    else return 0;
  }
  return sum;
}

/** The text around the first word that it has, with the words marked. */
function excerpt(text, words) {
  const low = text.toLowerCase();
  const at = Math.max(
    0,
    Math.min(...words.map((word) => low.indexOf(word)).map((place) => (place < 0 ? 0 : place))) - 40,
  );
  const from = at === 0 ? 0 : low.indexOf(' ', at) + 1;
  const shown = text.slice(from, from + 140);
  const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const pieces = shown.split(new RegExp(`(${pattern})`, 'i'));
  return [
    from > 0 ? '… ' : '',
    ...pieces.map((piece, at) => (at % 2 ? element('mark', {}, piece) : piece)),
    from + 140 < text.length ? ' …' : '',
  ];
}

function build({ texts, pages }, root, query) {
  const parts = pages.flatMap(({ address, title, parts: own }) =>
    own.map(([anchor, heading, text], at) => ({
      href: `${root}${address}${query}${anchor && `#${anchor}`}`,
      shown: heading ? `${title} · ${heading}` : title,
      body: text,
      isFirst: at === 0,
      title: plain(title),
      heading: plain(heading),
      text: plain(text),
    })),
  );
  const input = element('input', {
    type: 'search',
    autocomplete: 'off',
    'aria-label': texts.label,
    placeholder: texts.label,
  });
  const close = element('button', { type: 'button', class: 'quiet' }, texts.close);
  const state = element('p', { role: 'status' });
  const list = element('ol', {});
  const form = element('form', { role: 'search' }, input, close);
  const dialog = element('dialog', { class: 'finder', 'aria-label': texts.label }, form, state, list);

  function show() {
    const words = plain(input.value).split(/\s+/).filter(Boolean);
    const found = words.length
      ? parts
          .map((part) => ({ part, rank: weight(part, words) }))
          .filter(({ rank }) => rank > 0)
          .sort((a, b) => b.rank - a.rank)
      : [];
    state.textContent = !words.length ? '' : found.length ? texts.results.replace('{count}', found.length) : texts.none;
    list.replaceChildren(
      ...found
        .slice(0, MOST)
        .map(({ part }) =>
          element(
            'li',
            {},
            element(
              'a',
              { href: part.href },
              element('strong', {}, part.shown),
              element('span', {}, ...excerpt(part.body, words)),
            ),
          ),
        ),
    );
    list.scrollTop = 0;
  }

  input.oninput = show;
  close.onclick = () => dialog.close();
  form.onsubmit = (event) => {
    event.preventDefault();
    list.querySelector('a')?.click();
  };
  // Escape closes the search even where it would only empty the field. The arrow keys go through the results and back.
  dialog.onkeydown = (event) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      dialog.close();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const stops = [input, ...list.querySelectorAll('a')];
    stops[Math.min(stops.length - 1, Math.max(0, stops.indexOf(document.activeElement) + step))].focus();
  };
  dialog.onclick = ({ target }) => {
    // A click beside the dialog, or a link to a part of this very page.
    if (target === dialog || target.closest('a')) dialog.close();
  };
  document.body.append(dialog);
  return () => {
    dialog.showModal();
    input.select();
  };
}

/** Loads the index once. @returns opens the search */
export async function openSearch({ index, root }) {
  const answer = await fetch(index);
  if (!answer.ok) throw new Error(`search: ${answer.status}`);
  return build(await answer.json(), root, new URL(index, location.href).search);
}
