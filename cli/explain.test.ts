import { expect, test } from 'vitest';
import type { Contract } from './client.ts';
import { allowedText, explain, typeText } from './explain.ts';

const align: Contract = {
  template: '/channel/{kind}/{index}/align',
  path: '/channel/input/3/align',
  methods: ['GET', 'PATCH', 'OPTIONS'],
  watchable: true,
  onDemand: false,
  continuous: false,
  task: false,
  fields: {
    delayMs: { access: 'rw', type: 'number', minimum: 0, maximum: 100, multipleOf: 0.01, unit: 'ms', default: 0 },
    at: { access: 'ro', type: 'string' },
  },
};

test('a contract is explained with its address, what may be written, what may be read, and an example', () => {
  expect(explain(align)).toBe(
    [
      '/channel/input/3/align',
      '  an address of /channel/{kind}/{index}/align',
      '  answers GET, PATCH, OPTIONS',
      '  can be watched',
      '',
      'Can be written',
      'FIELD    TYPE    ALLOWED                       DEFAULT',
      'delayMs  number  0 to 100 ms in steps of 0.01  0',
      '',
      'Can be read',
      'FIELD  TYPE',
      'at     text',
      '',
      'For example',
      "  rowdesk patch /channel/input/3/align 'delayMs=0'",
      '',
    ].join('\n'),
  );
});

test('what a field is stands below it, whole, and a pattern is said in words', () => {
  const title = 'An id of 3 letters, as the label on the box has it, and in the colour of the box';
  const id = { access: 'rw' as const, type: 'string', pattern: '^[a-z]{3}$', title, default: 'abc' };
  const lines = explain({ ...align, fields: { id } }, 40).split('\n');
  const below = lines.indexOf(lines.find((line) => line.startsWith('id ')) as string);
  expect(lines[below]).toBe('id     text  3 small letters  abc');
  expect(lines[below + 1]).toBe(`    ${title}`);
});

test('the example of a field that is null by default can be typed as it stands', () => {
  const scope = { access: 'rw' as const, anyOf: [{ type: 'null' }, { enum: ['mains', 'all'] }], default: null };
  expect(explain({ ...align, fields: { scope } })).toContain("rowdesk patch /channel/input/3/align 'scope=null'\n");
});

test('the example of a task runs it', () => {
  expect(explain({ ...align, task: true })).toMatch(/For example\n {2}rowdesk run \/channel\/input\/3\/align\n$/);
});

test.each([
  [{ enum: ['mains', 'all'] }, 'mains, all'],
  [{ anyOf: [{ enum: ['mains', 'all'] }, { type: 'null' }] }, 'mains, all, null'],
  [{ type: 'integer', minimum: 1 }, 'from 1'],
  [{ type: 'string', maxLength: 64 }, 'at most 64 characters'],
  [{ type: 'array', maxItems: 8 }, 'at most 8 items'],
  [{ type: 'array', items: { type: 'integer', minimum: 1, maximum: 8 } }, 'each 1 to 8'],
  [{ type: 'array', items: { enum: ['a', 'b'] }, maxItems: 8 }, 'each a, b, at most 8 items'],
  [{ type: 'string', pattern: '^[0-9]{2}$' }, '2 digits'],
  [{ type: 'string', pattern: '(?=x)' }, ''],
  [{ type: 'boolean' }, ''],
  [{ anyOf: [{ type: 'object' }, { type: 'null' }] }, ''],
])('the range of %j reads %s', (schema, words) => {
  expect(allowedText(schema)).toBe(words);
});

test.each([
  [{ type: 'array', items: { type: 'integer' } }, 'list of whole number'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'text or null'],
  [{ type: ['number', 'null'] }, 'number or null'],
  [{ enum: ['a', 'b'] }, 'text'],
  [{ type: 'array', items: {} }, 'list'],
  [{ anyOf: [{ enum: [0, 44100] }, { type: 'null' }] }, 'number or null'],
])('the type of %j reads %s', (schema, words) => {
  expect(typeText(schema)).toBe(words);
});
