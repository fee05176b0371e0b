// One row of the page: where it is, what it holds, what may be written, and its events while somebody watches.
import { allowed, readTyped } from './fields.mjs';

/** A browser opens six connections to a host; the page keeps two for everything else. */
const mostStreams = 4;
const mostEvents = 50;
const streams = [];

export function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** An `<article>` for a template of the description. */
export function rowOf({ template, summary, methods }) {
  const address = make('input', { value: template, spellcheck: false });
  address.setAttribute('aria-label', `Address of ${template}`);
  const known = make('datalist', { id: `known-${template}` });
  address.setAttribute('list', known.id);
  const show = make('button', { type: 'button', textContent: 'show' });
  const watch = make('button', { type: 'button', className: 'watch', textContent: 'watch' });
  watch.setAttribute('aria-pressed', 'false');
  const body = make('div', { className: 'body' });
  const events = make('pre', { className: 'events', hidden: true });
  const where = make('div', { className: 'address', hidden: !template.includes('{') }, address, known);
  const head = make(
    'div',
    {},
    make('h3', { textContent: template }),
    make('span', { className: 'summary', textContent: summary }),
    make('small', { textContent: methods.join(' ') }),
    show,
    watch,
  );
  const article = make('article', {}, head, where, body, events);
  article.dataset.template = template;

  /** The address typed in; the first that exists where none was. */
  const chosen = async () => {
    if (!template.includes('{')) return template;
    if (known.childElementCount === 0) {
      const { addresses } = await json(`/docs/addresses?of=${encodeURIComponent(template)}`);
      known.replaceChildren(...addresses.map((value) => make('option', { value })));
      if (address.value === template && addresses.length > 0) address.value = addresses[0];
    }
    if (address.value.includes('{')) throw new Error('There is no such row at this moment.');
    return address.value;
  };
  const say = (error) => body.replaceChildren(make('p', { className: 'refused', textContent: error.message }));
  const reveal = async () => body.replaceChildren(...(await content(await chosen(), reveal)));
  show.addEventListener('click', () => {
    if (body.childElementCount > 0) body.replaceChildren();
    else reveal().catch(say);
  });
  address.addEventListener('focus', () => chosen().catch(say));
  address.addEventListener('change', () => reveal().catch(say));
  watch.addEventListener('click', async () => {
    const running = streams.find((stream) => stream.watch === watch);
    if (running) return end(running);
    try {
      begin(await chosen(), watch, events);
    } catch (error) {
      say(error);
    }
  });
  return article;
}

function begin(path, watch, events) {
  if (streams.length === mostStreams) end(streams[0]);
  const source = new EventSource(`/api${path}?watch=1`);
  streams.push({ source, watch });
  watch.setAttribute('aria-pressed', 'true');
  events.hidden = false;
  events.replaceChildren();
  const note = (text) => {
    events.prepend(make('div', { textContent: text }));
    while (events.childElementCount > mostEvents) events.lastElementChild.remove();
  };
  for (const name of ['snapshot', 'change', 'gone', 'bye']) {
    source.addEventListener(name, ({ data }) => note(`${name} ${data}`));
  }
  source.addEventListener('error', () => note(source.readyState === EventSource.CLOSED ? 'refused' : 'lost'));
}

function end(stream) {
  stream.source.close();
  stream.watch.setAttribute('aria-pressed', 'false');
  streams.splice(streams.indexOf(stream), 1);
}

/** The contract beside the value, and a form for what may be written. */
async function content(path, again) {
  const [contract, row] = await Promise.all([json(`/api${path}`, { method: 'OPTIONS' }), json(`/api${path}`)]);
  const inputs = new Map();
  const lines = Object.entries(contract.fields).map(([field, schema]) => {
    const shown = field in row ? JSON.stringify(row[field]) : '';
    const plain = typeof row[field] === 'string' ? row[field] : shown;
    const input = make('input', { value: plain, name: field, defaultValue: plain });
    if (schema.access === 'rw') inputs.set(field, { input, schema });
    const cells = [field, schema.access, allowed(schema), schema.access === 'rw' ? input : shown.slice(0, 2000)];
    return make('tr', {}, ...cells.map((cell) => make('td', {}, cell)));
  });
  const headings = ['field', 'access', 'allowed now', 'value'].map((textContent) => make('th', { textContent }));
  const table = make('table', {}, make('tr', {}, ...headings), ...lines);
  if (inputs.size === 0) return [table];
  const answer = make('p', { role: 'status' });
  const form = make('form', {}, table, make('button', { textContent: 'write what was changed' }), answer);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const changed = [...inputs].filter(([, { input }]) => input.value !== input.defaultValue);
    const body = Object.fromEntries(
      changed.map(([field, { input, schema }]) => [field, readTyped(input.value, schema)]),
    );
    try {
      const headers = { 'Content-Type': 'application/json' };
      await json(`/api${path}`, { method: 'PATCH', headers, body: JSON.stringify(body) });
      await again();
    } catch (error) {
      answer.className = 'refused';
      answer.textContent = error.message;
    }
  });
  return [form];
}

/** Rejects with the words of a refusal. */
export async function json(url, options) {
  const response = await fetch(url, options);
  const answer = await response.json();
  if (response.ok) return answer;
  const fields = (answer.errors ?? []).map(({ message }) => message);
  throw new Error([`${answer.status} ${answer.code}: ${answer.detail}`, ...fields].join(' '));
}
