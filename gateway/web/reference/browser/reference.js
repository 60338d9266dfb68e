// Sends a call from the page of an operation. The key stays in its field: it is in no storage, no address and no log, and
// leaves the page in a header to this gateway alone.

// Addresses of the former reference, such as #/body/getBmi.
const former = /^#\/[\w-]+\/(\w+)$/.exec(location.hash);
if (former) location.replace(`docs/reference/${former[1]}${location.search}`);

const form = document.querySelector('#try');
const key = document.querySelector('#key');

/** A page that comes back from the browser's memory has no key. */
addEventListener('pagehide', () => {
  if (key) key.value = '';
});

function requestOf() {
  const { method, path, root } = form.dataset;
  let filled = path;
  const query = new URLSearchParams();
  const headers = {};
  for (const { name, value, dataset } of form.querySelectorAll('[data-in]')) {
    if (value === '') continue;
    if (dataset.in === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else if (dataset.in === 'query') query.append(name, value);
    else headers[name] = value;
  }
  if (key?.value) headers['X-API-Key'] = key.value.trim();
  const body = document.querySelector('#body')?.value;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const address = `${root}${filled}${query.size > 0 ? `?${query}` : ''}`;
  return [address, { method, headers, body, cache: 'no-store', referrerPolicy: 'same-origin' }];
}

function show(status, text) {
  const line = document.createElement('p');
  line.textContent = status;
  const block = document.createElement('pre');
  block.tabIndex = 0;
  block.textContent = text;
  document.querySelector('#answer').replaceChildren(line, block);
}

form?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const began = performance.now();
  try {
    const response = await fetch(...requestOf());
    const text = await response.text();
    const milliseconds = Math.round(performance.now() - began);
    const isJson = /json/.test(response.headers.get('Content-Type') ?? '');
    const status = `${response.status} · ${milliseconds} ms · ${response.headers.get('X-Request-Id') ?? ''}`;
    show(status, isJson && text !== '' ? JSON.stringify(JSON.parse(text), null, 2) : text.slice(0, 100_000));
  } catch (error) {
    show(form.dataset.failed, String(error));
  }
});
