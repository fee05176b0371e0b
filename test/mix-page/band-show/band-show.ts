// A band's show, set up with the page alone: 24 inputs, six wedges, two effects, groups, scenes, talkback and phones.

import { Hand } from '../hand.ts';
import type { OpenedPage, sizes } from '../opened-page.ts';
import { cuts, gains, gates } from './channels.ts';
import { effects } from './effects.ts';
import { groups } from './groups.ts';
import { monitors, talkAndPhones } from './monitors.ts';
import { naming } from './naming.ts';
import { patching } from './patching.ts';
import { scenes } from './scenes.ts';
import type { At } from './ways.ts';

/** In this order; each fails where a row says otherwise than the page was told. */
export const phases = {
  naming,
  patching,
  gains,
  gates,
  cuts,
  groups,
  effects,
  monitors,
  talkAndPhones,
  scenes,
} as const;

/** A hand at an opened page of this size, at the faders. */
export async function handAt({ page, service }: OpenedPage, size: keyof typeof sizes): Promise<At> {
  await page.getByRole('slider', { name: /level/i }).first().waitFor();
  return { hand: await Hand.at(page), page, size, service };
}
