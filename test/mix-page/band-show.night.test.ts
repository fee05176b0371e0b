// A band's show set up with the page alone, by touch and keys, on a phone, a tablet and a screen; after each step the desk's
// rows say what it has. CI has the tablet; a full run and the night have all.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missingBrowser } from '../docs/browser.ts';
import { isFull } from '../harness/depth.ts';
import { temporaryFolder } from '../harness/service.ts';
import { handAt, phases } from './band-show/band-show.ts';
import type { At } from './band-show/ways.ts';
import { type OpenedPage, openMixPage, sizes } from './opened-page.ts';

const missing = missingBrowser();
if (missing !== undefined) process.stdout.write(`skipped: ${missing}\n`);

const all = Object.keys(sizes) as (keyof typeof sizes)[];
const chosen: typeof all = isFull ? all : ['tablet'];

describe.skipIf(missing !== undefined).each(chosen)("a band's show, %s", (size) => {
  let opened: OpenedPage;
  let at: At;

  beforeAll(async () => {
    opened = await openMixPage(size);
    at = await handAt(opened, size);
  }, 120_000);
  afterAll(() => opened?.close());

  test.each(Object.entries(phases))(
    '%s',
    async (name, phase) => {
      at.hand.taps = 0;
      await phase(at).catch(async (error: Error) => {
        const path = join(temporaryFolder(), `${size}-${name}.png`);
        await at.page.screenshot({ path });
        throw new Error(`${error.message}\nAt ${at.page.url()}, which looked like ${path}`, { cause: error });
      });
      process.stdout.write(`${size}, ${name}: ${at.hand.taps} taps\n`);
    },
    120_000,
  );

  test('the browser has nothing to complain of', () => expect(opened.faults).toEqual([]));
});
