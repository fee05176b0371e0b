// The contract of a row beside its value, and a form for its writable fields.
import { make } from './element.mjs';
import { allowed, readTyped } from './fields.mjs';
import { json } from './service.mjs';

/** Longer values are broken into lines. */
const shortLength = 60;

/** `update(row)` shows another value, except in inputs with unsent changes; `written` is called after a write. */
export async function formOf(path, written) {
  const [contract, first] = await Promise.all([json(`/api${path}`, { method: 'OPTIONS' }), json(`/api${path}`)]);
  const fields = Object.entries(contract.fields).map(([name, schema]) => fieldOf(name, schema, first[name]));
  const headings = ['field', 'access', 'allowed now', 'value'].map((textContent) => make('th', { textContent }));
  const table = make('table', {}, make('tr', {}, ...headings), ...fields.map(({ line }) => line));
  const update = (row) => {
    for (const { name, show } of fields) show(row[name]);
  };
  const isRunning = contract.task === true && first.running;
  if (!fields.some(({ input }) => input)) return { element: table, update, isRunning };
  const answer = make('p', { role: 'status' });
  const form = make('form', {}, table, make('button', { textContent: 'write what was changed' }), answer);
  const say = (className, textContent) => Object.assign(answer, { className, textContent });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const changed = fields.filter((field) => field.isChanged());
    if (changed.length === 0) return say('', 'Nothing was changed.');
    const body = Object.fromEntries(changed.map(({ name, input, schema }) => [name, readTyped(input.value, schema)]));
    try {
      const headers = { 'Content-Type': 'application/json' };
      await json(`/api${path}`, { method: 'PATCH', headers, body: JSON.stringify(body) });
      await written();
    } catch (error) {
      say('refused', error.message);
    }
  });
  return { element: form, say, update, isRunning };
}

function fieldOf(name, schema, first) {
  const input = schema.access === 'rw' ? make(isLong(first) ? 'textarea' : 'input', { name }) : undefined;
  input?.setAttribute('aria-label', name);
  // What is typed takes the place of the value, as in any form that shows one.
  input?.addEventListener('focus', () => input.select());
  const value = make('td', {}, ...(input ? [input] : []));
  // As the browser gives it back: it makes other line ends of some.
  let before;
  const show = (now) => {
    const text = textOf(now);
    if (!input) return value.replaceChildren(text.length > shortLength ? make('pre', { textContent: text }) : text);
    if (before !== undefined && input.value !== before) return;
    input.defaultValue = text;
    input.value = text;
    before = input.value;
  };
  show(first);
  const title = make('small', { className: 'title', textContent: schema.title ?? '' });
  const cells = [[name, title], [schema.access], [allowed(schema)]].map((cell) => make('td', {}, ...cell));
  return {
    name,
    schema,
    input,
    show,
    isChanged: () => input !== undefined && input.value !== before,
    line: make('tr', {}, ...cells, value),
  };
}

function isLong(value) {
  return typeof value === 'object' && value !== null ? true : /\n/.test(value) || textOf(value).length > shortLength;
}

function textOf(value) {
  if (value === undefined || typeof value === 'string') return value ?? '';
  const short = JSON.stringify(value);
  return short.length > shortLength ? JSON.stringify(value, null, 1) : short;
}
