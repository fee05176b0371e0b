// The twenty commonest acts at a desk in a show, and how many taps each may cost.
import type { Locator, Page } from 'playwright-core';
import type { Service } from '../harness/service.ts';
import type { Hand } from './hand.ts';
import { howl } from './howl.ts';
import type { sizes } from './opened-page.ts';

export interface At {
  readonly hand: Hand;
  readonly page: Page;
  readonly size: keyof typeof sizes;
  readonly service: Service;
}

export interface Act {
  readonly name: string;
  readonly most: number;
  readonly before?: (service: Service) => Promise<unknown>;
  readonly act: (at: At) => Promise<void>;
  /** The desk has it. */
  readonly done: (service: Service) => Promise<unknown>;
}

const input = '/channel/input/2';
const strip = (page: Page, path = input): Locator => page.locator(`.strip[data-path="${path}"]`);
const isWide = ({ size }: At): boolean => size !== 'phone';

/** A long press on the plate opens the strip; its overview has most parts, on a phone each part has a tab. */
async function openPart(at: At, part: string, path = input): Promise<void> {
  const { hand, page } = at;
  await hand.hold(strip(page, path).locator('.plate'), () => page.locator('.detail').waitFor());
  const names = { groups: 'Groups', eq: 'EQ', feedback: 'Feedback', sends: 'Sends' } as Record<string, string>;
  const isHere = part === 'source' || (isWide(at) && part !== 'feedback');
  if (!isHere)
    await hand.tap(
      page
        .locator('.detail-parts button')
        .filter({ hasText: names[part] as string })
        .first(),
    );
}

const bank = (page: Page, name: string) => page.locator('.bank-keys button').filter({ hasText: name });

export const acts: readonly Act[] = [
  {
    name: 'mute',
    most: 1,
    before: ({ patch }) => patch(input, { muted: false }),
    act: ({ hand, page }) => hand.tap(strip(page).locator('.mute')),
    done: ({ until }) => until(input, ({ muted }) => muted === true),
  },
  {
    name: 'solo',
    most: 1,
    before: ({ patch }) => patch(input, { soloed: false }),
    act: ({ hand, page }) => hand.tap(strip(page).locator('.solo')),
    done: ({ until }) => until(input, ({ soloed }) => soloed === true),
  },
  {
    name: 'panic',
    most: 1,
    act: ({ hand, page, service }) =>
      hand.hold(page.locator('.top-bar .panic'), () => service.until('/safety/panic', ({ scope }) => scope !== null)),
    done: ({ patch }) => patch('/safety/panic', { scope: null }),
  },
  {
    name: 'undo',
    most: 1,
    before: ({ patch }) => patch(input, { muted: false }),
    async act({ hand, page, service }) {
      await hand.tap(strip(page).locator('.mute'));
      await service.until(input, ({ muted }) => muted === true);
      await page.locator('.top-undo').filter({ hasText: 'Undo' }).waitFor({ state: 'attached' });
      hand.taps = 0;
      await hand.tap(page.locator('.top-undo'));
    },
    done: ({ until }) => until(input, ({ muted }) => muted === false),
  },
  {
    name: 'talk',
    most: 1,
    async act({ hand, page, service }) {
      await hand.hold(page.locator('.talk'), () => service.until('/talkback/1', ({ on }) => on === true));
    },
    done: ({ until }) => until('/talkback/1', ({ on }) => on === false),
  },
  {
    name: 'record',
    most: 1,
    act: ({ hand, page }) => hand.tap(page.locator('.record-key')),
    done: ({ until }) => until('/record/start', ({ report }) => report !== null),
  },
  {
    name: 'singer up in a wedge',
    most: 2,
    before: ({ patch }) => patch(`${input}/sends/mix/1`, { levelDb: -20 }),
    async act({ hand, page }) {
      await hand.tap(page.locator('.faders-bus').first());
      await hand.drag(page.getByRole('slider', { name: /^Snare, .*send/ }), { x: 0, y: -80 });
    },
    done: ({ until }) => until(`${input}/sends/mix/1`, ({ levelDb }) => levelDb > -15),
  },
  {
    name: 'recall a scene',
    most: 2,
    async act({ hand, page, size, service }) {
      await hand.tap(size === 'phone' ? page.locator('.tab').nth(2) : page.locator('.scene-name'));
      const row = page.locator('.scene-row').filter({ hasText: 'Opener' });
      const isRecalled = () => service.until('/scene', ({ name }) => name === 'Opener');
      await hand.hold(row.locator('.recall-at-once'), isRecalled);
    },
    done: async () => {},
  },
  {
    name: 'spill a DCA',
    most: 2,
    async act({ hand, page, size }) {
      if (size !== 'screen') await hand.tap(bank(page, 'DCAs'));
      await hand.tap(strip(page, '/channel/dca/1').locator('.spill'));
      await page.locator('.sends-words').filter({ hasText: 'Drums' }).waitFor();
    },
    done: async () => {},
  },
  {
    name: 'label',
    most: 3,
    before: ({ patch }) => patch(input, { name: 'Snare' }),
    async act({ hand, page }) {
      const plate = strip(page).locator('.plate');
      await hand.tap(plate);
      await hand.tap(plate);
      await page.locator('.plate-part input:focus').waitFor();
      await hand.type('Snare top');
    },
    done: async ({ until, patch }) => {
      await until(input, ({ name }) => name === 'Snare top');
      await patch(input, { name: 'Snare' });
    },
  },
  {
    name: 'link stereo',
    most: 3,
    before: ({ patch }) => patch('/channel/input/1', { stereoLink: false }),
    async act({ hand, page }) {
      const plate = strip(page, '/channel/input/1').locator('.plate');
      await hand.tap(plate);
      await hand.tap(plate);
      await hand.tap(page.getByRole('switch', { name: 'Stereo link' }));
    },
    done: async ({ until, patch }) => {
      await until('/channel/input/1', ({ stereoLink }) => stereoLink === true);
      await patch('/channel/input/1', { stereoLink: false });
    },
  },
  {
    name: 'patch a mic',
    most: 3,
    before: ({ patch }) => patch(input, { sourceId: 'virtual-32x16:in-2' }),
    async act(at) {
      await openPart(at, 'source');
      await at.hand.tap(at.page.locator('.control[data-field="sourceId"] .found-menu > button'));
      await at.page.locator('.found button').nth(1).waitFor();
      await at.hand.type('Input 30');
    },
    done: ({ until }) => until(input, ({ sourceId }) => sourceId === 'virtual-32x16:in-30'),
  },
  {
    name: 'reverb on a voice',
    most: 3,
    before: ({ patch }) => patch(`${input}/sends/fxSend/1`, { levelDb: -40 }),
    async act({ hand, page }) {
      await hand.tap(page.locator('.faders-bus').filter({ hasText: 'FX 1' }));
      await hand.drag(page.getByRole('slider', { name: /^Snare, .*send/ }), { x: 0, y: -80 });
    },
    done: ({ until }) => until(`${input}/sends/fxSend/1`, ({ levelDb }) => levelDb > -35),
  },
  {
    name: 'save a scene',
    most: 3,
    async act({ hand, page, size }) {
      await hand.tap(size === 'phone' ? page.locator('.tab').nth(2) : page.locator('.scene-name'));
      await hand.type(`New on ${size}`, page.getByRole('textbox', { name: 'Name of a new scene' }));
      await hand.tap(page.getByRole('button', { name: 'Store new' }));
    },
    done: ({ until }) =>
      until('/scenes', ({ items }) => items.some(({ name }: { name: string }) => name.startsWith('New on'))),
  },
  {
    name: 'phantom',
    most: 3,
    before: ({ patch }) =>
      patch('/stagebox/virtual-32x16/inputs/2', { phantom: false }).then(() =>
        patch(input, { sourceId: 'virtual-32x16:in-2' }),
      ),
    async act(at) {
      await openPart(at, 'source');
      await at.hand.tap(at.page.locator('.control[data-field="phantom"] button'));
      await at.hand.tap(at.page.getByRole('button', { name: 'Switch on' }));
    },
    done: ({ until }) => until(`${input}/preamp`, ({ phantom }) => phantom === true),
  },
  {
    name: 'add to a DCA',
    most: 3,
    before: ({ patch }) => patch(input, { dcas: [1], muteGroups: [] }),
    async act(at) {
      await openPart(at, 'groups');
      await at.hand.tap(at.page.locator('.control[data-field="dcas"] button').nth(1));
    },
    done: ({ until }) => until(input, ({ dcas }) => dcas.includes(2)),
  },
  {
    name: 'EQ cut',
    most: 3,
    before: async ({ patch }) => {
      await patch(`${input}/eq`, { enabled: false });
      await patch(`${input}/eq/bands/2`, { gainDb: 0, frequencyHz: 400 });
    },
    async act(at) {
      await openPart(at, 'eq');
      await at.hand.drag(at.page.getByRole('slider', { name: 'Band 2', exact: true }), { x: 20, y: 80 });
    },
    done: async ({ until }) => {
      await until(`${input}/eq/bands/2`, ({ gainDb }) => gainDb < -2);
      await until(`${input}/eq`, ({ enabled }) => enabled === true);
    },
  },
  {
    name: 'ring-out notch kept',
    most: 3,
    before: (service) => howl(service, input),
    async act(at) {
      await openPart(at, 'feedback');
      await at.hand.tap(at.page.getByRole('button', { name: /Keep the live notches/ }));
    },
    done: ({ until }) => until(`${input}/hrp`, ({ fixed }) => fixed.length === 1 && fixed[0].frequencyHz > 900),
  },
  {
    name: 'gain',
    most: 3,
    before: ({ patch }) => patch(`${input}/preamp`, { gainDb: 10 }),
    async act(at) {
      await openPart(at, 'source');
      await at.hand.drag(at.page.getByRole('slider', { name: 'Gain', exact: true }), { x: 0, y: -60 });
    },
    done: ({ until }) => until(`${input}/preamp`, ({ gainDb }) => gainDb > 15),
  },
  {
    name: 'wedge of a musician opened',
    most: 3,
    async act({ hand, page }) {
      await hand.tap(bank(page, 'Mixes').first());
      await hand.hold(strip(page, '/channel/mix/2').locator('.plate'), () => page.locator('.detail').waitFor());
      await page.locator('.detail h1').filter({ hasText: 'Jo wedge' }).waitFor();
    },
    done: async () => {},
  },
];
