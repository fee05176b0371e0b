import { expect, test } from 'vitest';
import { StandingWarnings } from './standing-warnings.ts';

test('what holds is raised, what no longer holds is cleared, and at the end nothing holds', () => {
  const events: string[] = [];
  const warnings = new StandingWarnings({
    raise: ({ id }) => events.push(`raise ${id}`),
    clear: (id) => events.push(`clear ${id}`),
  });
  const named = (...ids: readonly string[]) =>
    ids.map((id) => {
      const titleCode = { code: id, params: {} };
      return { id, title: id, titleCode, detail: '', severity: 'info' as const, path: '' };
    });
  warnings.become(named('a', 'b'));
  warnings.become(named('b', 'c'));
  warnings.end();
  warnings.end();
  expect(events.join(', ')).toBe('raise a, raise b, raise b, raise c, clear a, clear b, clear c');
});
