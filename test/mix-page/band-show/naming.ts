// Names, colours and links, in the list of all strips of a kind.
import { dcas, effects, inputs, links, muteGroups, wedges } from './plan.ts';
import { type At, has, toShow, toStrip } from './ways.ts';

export async function naming(at: At): Promise<void> {
  await toShow(at, 'Patch', 'Names');
  for (const [place, { name, colour }] of inputs.entries()) {
    const index = place + 1;
    const row = await named(at, `input/${index}`, name);
    await at.hand.choose(row.locator('select'), colour);
    await has(at, `/channel/input/${index}`, { name, colour: colour.toLowerCase() });
  }
  await kind(
    at,
    'Mixes',
    'mix',
    wedges.map(({ name }) => name),
  );
  await kind(at, 'DCAs', 'dca', dcas);
  await kind(at, 'Mute groups', 'muteGroup', muteGroups);
  await kind(at, 'Effects', 'fxSend', effects);
  for (const index of links) await link(at, index);
}

/** At the plate of the left one, which the key N opens. */
async function link(at: At, index: number): Promise<void> {
  const strip = await toStrip(at, `input/${index}`);
  await at.hand.tap(strip.locator('.fader-area'));
  await at.hand.press('n');
  await at.hand.tap(at.page.getByRole('switch', { name: 'Stereo link' }));
  await has(at, `/channel/input/${index}`, { stereoLink: true });
}

/** One name after the other: Enter goes on to the next strip. */
async function kind(at: At, words: string, of: string, names: readonly string[]): Promise<void> {
  const { hand, page } = at;
  await hand.choose(page.locator('.kinds select'), words);
  await hand.tap(page.locator(`[data-name-of="/channel/${of}/1"]`));
  for (const [place, name] of names.entries()) {
    await page.locator(`[data-name-of="/channel/${of}/${place + 1}"]:focus`).waitFor();
    await hand.type(name);
    await has(at, `/channel/${of}/${place + 1}`, { name });
  }
}

/** Names a strip, and answers its row of the list. */
async function named({ hand, page }: At, strip: string, name: string) {
  const input = page.locator(`[data-name-of="/channel/${strip}"]`);
  await hand.type(name, input);
  return page.locator('.named', { has: input });
}
