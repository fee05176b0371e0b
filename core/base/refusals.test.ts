import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fieldCodes, isRefusal, Refusal, refusalCodes } from './refusals.ts';

const text = readFileSync(new URL('../../docs/refusals.md', import.meta.url), 'utf8');
const rowsOf = (heading: string) => {
  const part = text.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...part.matchAll(/^\| `([a-z-]+)` \|(?: (\d{3}) \|)? (.+) \|$/gm)];
};

describe('docs/refusals.md', () => {
  it('has every code with its one status, in the order of the table, and no other', () => {
    const documented = rowsOf('Codes').map(([, code, status]) => [code, Number(status)]);
    expect(documented).toEqual(Object.entries(refusalCodes).map(([code, { status }]) => [code, status]));
  });

  it('has every code of a field, and no other', () => {
    expect(rowsOf('Codes of fields').map(([, code]) => code)).toEqual(Object.keys(fieldCodes));
  });
});

describe('a refusal', () => {
  const refusal = new Refusal('unknown-row', 'There is no row at /x.', { path: '/x' });

  it('is a problem by RFC 9457', () => {
    expect(refusal.toProblem('/api/x')).toEqual({
      ...{ type: 'urn:rowdesk:refusal:unknown-row', title: 'There is no row at this path', status: 404 },
      ...{
        detail: 'There is no row at /x.',
        instance: '/api/x',
        code: 'unknown-row',
        params: { path: '/x' },
        errors: [],
      },
    });
  });

  it('is known by its shape, so that one of another copy counts too', () => {
    const other = Object.assign(new Error('x'), { name: 'Refusal', code: 'fault' });
    expect([refusal, other, new Error('x'), { code: 'fault' }, undefined].map(isRefusal)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('lists a hundred errors at most, and says how many there are', () => {
    const errors = Array.from({ length: 1000 }, (_, n) => ({
      ...{ field: `f${n}`, code: 'unknown-field' as const, message: `f${n} is not a field.`, params: {} },
    }));
    const detail = errors.map(({ message }) => message).join(' ');
    const { errors: listed, params, message } = new Refusal('invalid-fields', detail, { a: 1 }, errors);
    expect(listed).toEqual(errors.slice(0, 100));
    expect(params).toEqual({ a: 1, errors: 1000 });
    expect(message).toBe(detail.slice(0, 2000));
    expect(new Refusal('invalid-fields', detail, { a: 1 }, errors.slice(0, 100)).params).toEqual({ a: 1 });
  });

  it('is a server error only for a fault and while starting', () => {
    const server = Object.entries(refusalCodes).filter(([, { status }]) => status >= 500);
    expect(server.map(([code]) => code)).toEqual(['fault']);
  });
});
