// Six wedges: to each its musician loud and the kick lower; and the phones and the talkback of the engineer.
import { wedges } from './plan.ts';
import { type At, has, toBus, toFaders, toShow, toStrip, typeLevel } from './ways.ts';

export async function monitors(at: At): Promise<void> {
  for (const [place, { name, musician }] of wedges.entries()) {
    await toBus(at, name);
    for (const [input, levelDb] of [
      [1, -20],
      [musician, -3],
    ] as const) {
      await typeLevel(at, `input/${input}`, levelDb);
      await has(at, `/channel/input/${input}/sends/mix/${place + 1}`, { levelDb });
    }
  }
  await toBus(at, 'Main');
}

export async function talkAndPhones(at: At): Promise<void> {
  const { hand, page, service } = at;
  await toShow(at, 'Tools', 'Monitor and talk');
  await hand.tap(page.getByRole('button', { name: /^Hear it at/ }));
  await has(at, '/cue', { outputs: (outputs: unknown[]) => outputs.length === 2 });
  const talkback = page.getByRole('region', { name: 'Talkback 1' });
  await hand.tap(talkback.getByRole('button', { name: /^Microphone/ }));
  await hand.type('Input 32', talkback.getByRole('searchbox'));
  await has(at, '/talkback/1', { sourceId: (id: string) => id.endsWith(':in-32') });
  for (const { name } of wedges) await hand.tap(talkback.locator('.record-kind button').filter({ hasText: name }));
  await has(at, '/talkback/1', { destinations: wedges.map((_, place) => ({ kind: 'mix', index: place + 1 })) });
  await toFaders(at);
  await hand.hold(page.locator('.talk'), () => service.until('/talkback/1', ({ on }) => on === true));
  await has(at, '/talkback/1', { on: false });
  const singer = await toStrip(at, 'input/19');
  await hand.tap(singer.locator('.solo'));
  await has(at, '/cue', { active: (active: { index: number }[]) => active.length === 1 && active[0]?.index === 19 });
  await hand.tap(page.locator('.top-solo'));
  await has(at, '/cue', { active: [] });
}
