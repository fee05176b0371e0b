// DCAs and mute groups: members, one strip after the other, and what a DCA spills.
import { dcas, inputs } from './plan.ts';
import { type At, has, openStrip, stripAt, toNext, toStrip } from './ways.ts';

export async function groups(at: At): Promise<void> {
  const { hand, page } = at;
  const key = (field: string, number: number) => page.locator(`.control[data-field="${field}"] button`).nth(number - 1);
  await openStrip(at, 'input/1', 'Groups');
  for (const [place, { name, dca, muteGroup }] of inputs.entries()) {
    if (place > 0) await toNext(at);
    await page.locator('.detail h1').filter({ hasText: name }).waitFor();
    const path = `/channel/input/${place + 1}`;
    // Both halves of a link have what the left one has got.
    const { dcas: members } = (await at.service.get(path)).body as { dcas: number[] };
    if (!members.includes(dca)) {
      await hand.tap(key('dcas', dca));
      await hand.tap(key('muteGroups', muteGroup));
    }
    await has(at, path, { dcas: [dca], muteGroups: [muteGroup] });
  }
  for (const place of dcas.keys()) await spilled(at, place + 1);
}

async function spilled(at: At, dca: number): Promise<void> {
  const { hand, page } = at;
  const strip = await toStrip(at, `dca/${dca}`);
  await hand.tap(strip.locator('.spill'));
  const members = inputs.flatMap((input, place) => (input.dca === dca ? [`input/${place + 1}`] : []));
  await page
    .locator('.sends-words')
    .filter({ hasText: `${members.length} strips` })
    .waitFor();
  await stripAt(page, members[0] as string).waitFor();
  await hand.press('Escape');
}
