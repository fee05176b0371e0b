import { expect, test } from 'vitest';
import { linkId } from './link-id.ts';

test('the id of a link is one that a path may hold, differs by its ends, and never grows too long', () => {
  const long = (end: string) => `a:${'x'.repeat(180)}${end}`;
  const ids = [
    linkId('box:in-1', 'mixer:input-1'),
    linkId('box:in-1', 'mixer:input-2'),
    linkId(long('1'), long('2')),
    linkId(long('1'), long('3')),
  ];
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9][A-Za-z0-9._~:-]{0,191}$/);
  expect(new Set(ids).size).toBe(ids.length);
  expect(linkId(long('1'), long('2'))).toBe(ids[2]);
});
