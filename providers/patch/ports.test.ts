import type { Audio } from 'rowdesk/provider';
import { expect, test } from 'vitest';
import { resolved } from './ports.ts';

const port = (n: number) => ({ id: `box:out-${n}`, direction: 'output' });
const audio = { clock: { driving: 'box' }, devices: [{ id: 'box', ports: [1, 2].map(port) }] } as unknown as Audio;

test('driving:out-1 to driving:out-9999, without leading zeros, stand for outputs of what drives, as far as it has them', () => {
  expect(resolved('driving:out-1', audio)).toBe('box:out-1');
  expect(resolved('driving:out-2', audio)).toBe('box:out-2');
  const others = ['driving:out-3', 'driving:out-0', 'driving:out-01', 'driving:out-10000', 'driving:out-', 'box:out-1'];
  for (const id of [...others, 'a:driving:out-1']) expect(resolved(id, audio)).toBe(id);
});
