// One row of the page: its address, its values, inputs for writable fields, and its events while it is watched.
import { make } from './element.mjs';
import { formOf } from './form.mjs';
import { json } from './service.mjs';
import { Watch } from './watch.mjs';

const mostEvents = 50;
/** Interval of polling a running task. */
const taskMs = 500;

/** An `<article>` for a template of the description. */
export function rowOf({ template, summary, methods }) {
  const address = make('input', { value: template, spellcheck: false });
  address.setAttribute('aria-label', `Address of ${template}`);
  const known = make('datalist', { id: `known-${template}` });
  address.setAttribute('list', known.id);
  const show = make('button', { type: 'button', textContent: 'show' });
  const watch = make('button', { type: 'button', className: 'watch', textContent: 'watch' });
  watch.setAttribute('aria-pressed', 'false');
  show.setAttribute('aria-expanded', 'false');
  for (const button of [show, watch]) button.setAttribute('aria-label', `${button.textContent} ${template}`);
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
      const { addresses } = await json(`/api?of=${encodeURIComponent(template)}`);
      known.replaceChildren(...addresses.map((value) => make('option', { value })));
      if (address.value === template && addresses.length > 0) address.value = addresses[0];
    }
    if (address.value.includes('{')) throw new Error('There is no such row at this moment.');
    return address.value;
  };
  let shown;
  const place = (...elements) => {
    body.replaceChildren(...elements);
    show.setAttribute('aria-expanded', String(elements.length > 0));
  };
  const say = (error) => place(make('p', { className: 'refused', role: 'alert', textContent: error.message }));
  const reveal = async () => {
    const path = await chosen();
    const field = body.contains(document.activeElement) ? document.activeElement.name : undefined;
    shown = await formOf(path, written);
    place(shown.element);
    // The keyboard focus stays in its input.
    if (field !== undefined) (shown.element.elements?.namedItem(field) ?? show).focus();
    if (shown.isRunning) untilEnded(path, shown).catch(say);
  };
  const written = async () => {
    await reveal();
    shown.say('', 'Written.');
  };
  show.addEventListener('click', () => {
    if (body.childElementCount > 0) place();
    else reveal().catch(say);
  });
  let running;
  const note = (text) => {
    events.prepend(make('div', { textContent: text }));
    while (events.childElementCount > mostEvents) events.lastElementChild.remove();
  };
  const begin = async () => {
    const path = await chosen();
    running?.stop();
    watch.setAttribute('aria-pressed', 'true');
    events.hidden = false;
    events.replaceChildren();
    const mine = new Watch(path, {
      received: (name, data) => {
        note(`${name} ${data}`);
        if (name === 'snapshot' || name === 'change') shown?.update(JSON.parse(data));
      },
      ended: (why) => {
        note(why);
        if (running === mine) watch.setAttribute('aria-pressed', 'false');
        if (running === mine) running = undefined;
      },
    });
    running = mine;
  };
  watch.addEventListener('click', () => (running ? running.stop() : begin().catch(say)));
  address.addEventListener('focus', () => chosen().then(() => address.select(), say));
  address.addEventListener('change', () => {
    shown = undefined;
    reveal().catch(say);
    if (!running) return;
    running.stop();
    begin().catch(say);
  });
  return article;
}

/** Polls a running task while it is on the page. */
async function untilEnded(path, { element, update }) {
  for (let isRunning = true; isRunning && element.isConnected; ) {
    await new Promise((resolve) => setTimeout(resolve, taskMs));
    const row = await json(`/api${path}`);
    update(row);
    isRunning = row.running;
  }
}
