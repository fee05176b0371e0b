// Gains, gates and cuts, strip by strip.
import { cut, gated, inputs } from './plan.ts';
import { type At, has, openStrip, toNext, typeNumber } from './ways.ts';

export async function gains(at: At): Promise<void> {
  await openStrip(at, 'input/1', 'Source');
  for (const [place, { name, gainDb }] of inputs.entries()) {
    if (place > 0) await toNext(at);
    await at.page.locator('.detail h1').filter({ hasText: name }).waitFor();
    await typeNumber(at, 'Gain', gainDb);
    await has(at, `/channel/input/${place + 1}/preamp`, { gainDb });
  }
}

export async function gates(at: At): Promise<void> {
  for (const index of gated) {
    await openStrip(at, `input/${index}`, 'Gate');
    await at.hand.tap(at.page.locator('.processor header .switch'));
    await has(at, `/channel/input/${index}/chain/processors/gate`, { enabled: true });
    await typeNumber(at, 'Threshold', -36);
    await has(at, `/channel/input/${index}/chain/processors/gate/values`, { thresholdDb: -36 });
  }
}

/** The first move of a band switches a flat equaliser on. */
export async function cuts(at: At): Promise<void> {
  for (const index of cut) {
    await openStrip(at, `input/${index}`, 'EQ');
    await at.hand.drag(at.page.getByRole('slider', { name: 'Band 2', exact: true }), { x: -30, y: 50 });
    await has(at, `/channel/input/${index}/eq/bands/2`, { gainDb: (gainDb: number) => gainDb <= -1 });
    await has(at, `/channel/input/${index}/eq`, { enabled: true });
  }
}
