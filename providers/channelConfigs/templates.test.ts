import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { families, nameKeyOf, readTemplate } from './template.ts';
import { KnownTemplates } from './templates.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-templates-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const own = { family: 'vocals', moves: { '': { colour: 'red' }, 'chain/processors/hpf': { enabled: true } } };
const write = (name: string, content: object) => writeFileSync(join(folder, name), JSON.stringify(content));
const faultsOf = ({ problems }: KnownTemplates) =>
  problems.map(({ file, problem }) => [file.slice(folder.length + 1), problem]);
const processors = ['hpf', 'gate', 'eq', 'squasher', 'comp'];
const shipped = new KnownTemplates([], processors);

test('at least 24 templates come along, over all ten families, by name', () => {
  expect(shipped.problems).toEqual([]);
  expect(shipped.list.length).toBeGreaterThanOrEqual(24);
  for (const family of families) {
    const own = shipped.list.filter((template) => template.family === family);
    expect(own.length, family).toBeGreaterThanOrEqual(2);
  }
  const names = shipped.list.map(({ name }) => name);
  expect(names).toEqual([...names].sort());
  expect(names, 'whatever a reader sorts by').toEqual([...names].sort(new Intl.Collator('en').compare));
  expect(new Set(names).size).toBe(names.length);
});

test('the catalogue has a name for each of them, and none that is of nothing', () => {
  const catalogue = JSON.parse(readFileSync(new URL('./templates/names.en.json', import.meta.url), 'utf8'));
  expect(Object.keys(catalogue).sort()).toEqual(shipped.list.map(({ nameKey }) => nameKey).sort());
  for (const { id, name, nameKey } of shipped.list)
    expect([nameKey, name]).toEqual([nameKeyOf(id), catalogue[nameKey]]);
});

test('each says what every processor of the channel does, so that nothing of another template stays', () => {
  for (const { id, moves } of shipped.list) {
    const value = (row: string, field: string) => moves.find((move) => move.row === row && move.field === field)?.value;
    for (const processor of processors) {
      const isOn = value(`chain/processors/${processor}`, 'enabled');
      expect(isOn, `${id} ${processor}`).toBeTypeOf('boolean');
      expect(moves.some(({ row }) => row === `chain/processors/${processor}/values`)).toBe(isOn);
    }
    expect(value('', 'polarityInverted'), id).toBe(id === 'drums-snare-bottom');
    expect(value('sends/fxSend/1', 'levelDb'), id).toBeTypeOf('number');
  }
});

test('none makes a strip louder, or sends it elsewhere, and each names the sources of its values', () => {
  for (const { id, moves, sources } of shipped.list) {
    expect(sources.length, id).toBeGreaterThan(0);
    const touched = moves.filter(({ row }) => row === '').map(({ field }) => field);
    expect(touched.sort(), id).toEqual(['colour', 'polarityInverted']);
    for (const { field, value } of moves) {
      if (/GainDb$/.test(field)) expect(Math.abs(value as number), `${id} ${field}`).toBeLessThanOrEqual(4);
      if (field === 'makeupDb') expect(value, id).toBe(0);
    }
  }
});

test('a high-pass is below the lowest note where the source of the value names one', () => {
  let compared = 0;
  for (const { id, moves, sources } of shipped.list) {
    const notes = sources.flatMap(({ fact }) => /lowest note.* (\d+(?:\.\d+)?) Hz/i.exec(fact)?.[1] ?? []);
    const cut = moves.find(({ row, field }) => row === 'chain/processors/hpf/values' && field === 'frequencyHz')?.value;
    for (const note of notes) expect(cut as number, id).toBeLessThanOrEqual(Number(note));
    compared += notes.length;
  }
  expect(compared).toBeGreaterThan(10);
});

test('a file and its name in a folder of the house are a template more', () => {
  write('acme-singer.json', own);
  write('names.en.json', { 'channelConfigs.acme-singer': 'A Singer of ours' });
  writeFileSync(join(folder, 'notes.txt'), 'no template');
  const known = new KnownTemplates([folder], processors);
  expect(known.problems).toEqual([]);
  expect(known.list.length).toBe(shipped.list.length + 1);
  expect(known.list[0]).toEqual({
    ...{ id: 'acme-singer', family: 'vocals', name: 'A Singer of ours', nameKey: 'channelConfigs.acme-singer' },
    moves: [
      { row: '', field: 'colour', value: 'red' },
      { row: 'chain/processors/hpf', field: 'enabled', value: true },
    ],
    sources: [],
  });
  expect(known.get('acme-singer')).toBe(known.list[0]);
});

test('a faulty file is named with what is wrong, and the others are known', () => {
  write('broken.json', { ...own, moves: { '': {} } });
  writeFileSync(join(folder, 'comma.json'), '{,}');
  write('family.json', { ...own, family: 'spoons' });
  write('more.json', { ...own, level: 3 });
  write('nameless.json', own);
  write('odd.json', { ...own, moves: { '../console': { name: 'x' } } });
  write('vocals-lead.json', own);
  write('whole.json', own);
  const names = ['broken', 'comma', 'family', 'more', 'odd', 'vocals-lead', 'whole', 'gone'];
  write('names.en.json', Object.fromEntries(names.map((name) => [`channelConfigs.${name}`, name])));
  const known = new KnownTemplates([folder], processors);
  expect(faultsOf(known)).toEqual([
    ['broken.json', expect.stringMatching(/^\/moves\/ must not have fewer than 1 propert/)],
    ['comma.json', expect.stringMatching(/^is not JSON: /)],
    ['family.json', expect.stringMatching(/^\/family is none of the options: use one of "guitar", /)],
    ['more.json', '/level is not known here: take it away, or correct its name'],
    ['nameless.json', 'names.en.json beside it has no channelConfigs.nameless'],
    ['odd.json', '/moves/../console is not known here: take it away, or correct its name'],
    ['vocals-lead.json', 'there is a template vocals-lead already; choose another name'],
    ['names.en.json', 'there is no template for channelConfigs.gone'],
  ]);
  expect(known.get('whole')).toBeDefined();
  expect(known.get('vocals-lead')?.name).toBe('Lead Vocal');
});

test('a catalogue that can not be read is one fault, whatever is beside it', () => {
  write('whole.json', own);
  write('names.en.json', { 'channelConfigs.whole': 3 });
  expect(faultsOf(new KnownTemplates([folder], processors))).toEqual([
    ['names.en.json', expect.stringMatching(/wrong type: give string/)],
  ]);
});

test('a folder that is not there has no templates', () => {
  expect(new KnownTemplates([join(folder, 'missing')], processors).problems).toEqual([]);
});

test('the example of the README is a template', () => {
  const text = readFileSync(new URL('./README.md', import.meta.url), 'utf8');
  const [example, names] = [...text.matchAll(/```json\n([^`]+)```/g)].map(([, json]) => json as string);
  const template = readTemplate('acme-singer.json', example as string, JSON.parse(names as string));
  expect(template).toMatchObject({ id: 'acme-singer', name: 'Acme Singer' });
});

test('a folder that can not be read is a fault in words, and the templates of the others are known', () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  mkdirSync(join(folder, 'good'));
  write('good/names.en.json', { [nameKeyOf('mine')]: 'Mine' });
  write('good/mine.json', own);
  const known = new KnownTemplates([file, join(folder, 'none'), join(folder, 'good')], processors);
  expect(faultsOf(known)).toEqual([['file', expect.stringContaining('ENOTDIR')]]);
  expect(known.list).toHaveLength(shipped.list.length + 1);
});
