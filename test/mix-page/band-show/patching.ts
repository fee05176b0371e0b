// Microphones to inputs, and wedges to outputs: the first cell by a tap, the others by keys.
import { inputs, wedges } from './plan.ts';
import { type At, has, toShow } from './ways.ts';

export async function patching(at: At): Promise<void> {
  const { hand, page, service } = at;
  const { sources } = (await service.get('/source')).body as { sources: { id: string }[] };
  await toShow(at, 'Patch', 'Patch');
  await hand.tap(tab(at, 'Inputs'));
  await hand.tap(page.locator('.matrix-cell[data-line="0"][data-port="0"]'));
  for (const place of inputs.keys()) {
    if (place > 0) await diagonally(at);
    await has(at, `/channel/input/${place + 1}`, { sourceId: sources[place]?.id });
  }
  await hand.tap(tab(at, 'Outputs'));
  const first = page.locator(`.matrix-cell[aria-label^="${wedges[0]?.name}, "]`);
  await hand.tap(first.nth(4));
  for (const place of wedges.keys()) {
    if (place > 0) await diagonally(at);
    const strip = { kind: 'mix', index: place + 1 };
    const isThere = (outputs: { strip: unknown }[]) =>
      outputs.some((output) => JSON.stringify(output.strip) === JSON.stringify(strip));
    await has(at, '/patch', { outputs: isThere });
  }
}

const tab = ({ page }: At, words: string) => page.locator('nav.keys button').filter({ hasText: words });

async function diagonally({ hand }: At): Promise<void> {
  for (const key of ['ArrowDown', 'ArrowRight', 'Enter']) await hand.press(key);
}
