// A reverb and a delay: which effect a bus has, its return, and what voices give to both.
import { voices } from './plan.ts';
import { type At, has, openStrip, toBus, typeLevel } from './ways.ts';

export async function effects(at: At): Promise<void> {
  const { hand, page } = at;
  await openStrip(at, 'fxSend/2');
  const effect = '/channel/fxSend/2/chain/processors/effect';
  await hand.tap(
    page
      .locator('.detail-parts button')
      .filter({ hasText: /Reverb|Effect/ })
      .first(),
  );
  await hand.tap(page.locator('.control[data-field="plugin"] button').filter({ hasText: 'Delay' }));
  await has(at, effect, { plugin: 'builtin:delay' });
  for (const bus of [1, 2]) {
    await typeLevel(at, `fxReturn/${bus}`, -6);
    await has(at, `/channel/fxReturn/${bus}`, { levelDb: -6 });
  }
  for (const [place, name] of ['Reverb', 'Delay'].entries()) {
    await toBus(at, name);
    for (const voice of voices) {
      await typeLevel(at, `input/${voice}`, -14 - place);
      await has(at, `/channel/input/${voice}/sends/fxSend/${place + 1}`, { levelDb: -14 - place });
    }
  }
  await toBus(at, 'Main');
}
