// The page at /docs: all rows of this desk by group, from its own OpenAPI description.
import './page.css';
import { make } from './element.mjs';
import { rowOf } from './row.mjs';
import { json } from './service.mjs';

const groupsList = document.getElementById('groups');
const main = document.getElementById('rows');
const filter = document.getElementById('filter');

try {
  const { paths, components } = await json('/api/openapi.json');
  const groups = new Map();
  for (const [template, item] of Object.entries(paths)) {
    // A file, which comes in by PUT, is no row.
    if ('put' in item) continue;
    const group = item.get.tags[0];
    const methods = ['get', 'patch'].filter((method) => method in item).map((method) => method.toUpperCase());
    const row = rowOf({ template, summary: item.summary ?? '', methods });
    row.dataset.words = [template, item.summary, ...fieldsOf(item, components)].join(' ').toLowerCase();
    groups.set(group, [...(groups.get(group) ?? []), row]);
  }
  const sections = [...groups].map(([group, rows]) =>
    make('section', { id: group }, make('h2', { textContent: group }), ...rows),
  );
  const links = sections.map(({ id }) => make('a', { href: `#${id}`, textContent: id }));
  const none = make('p', { role: 'status' });
  groupsList.replaceChildren(...links);
  main.replaceChildren(none, ...sections);
  filter.addEventListener('input', () => {
    narrow(sections, filter.value);
    for (const [place, link] of links.entries()) link.hidden = sections[place].hidden;
    none.textContent = sections.every(({ hidden }) => hidden) ? 'No row has all of these words.' : '';
  });
} catch (error) {
  main.replaceChildren(make('p', { className: 'refused', role: 'alert', textContent: error.message }));
}

/** The names and titles of a row's fields, as far as they are the same at every address. */
function fieldsOf(item, { schemas }) {
  const { $ref } = item.get.responses[200].content['application/json'].schema;
  const { properties = {} } = schemas[$ref.slice($ref.lastIndexOf('/') + 1)];
  return Object.entries(properties).flatMap(([name, { title = '' }]) => [name, title]);
}

/** Shows the rows in which every word occurs. */
function narrow(sections, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  for (const section of sections) {
    const rows = [...section.querySelectorAll('article')];
    for (const row of rows) row.hidden = !words.every((word) => row.dataset.words.includes(word));
    section.hidden = rows.every((row) => row.hidden);
  }
}
