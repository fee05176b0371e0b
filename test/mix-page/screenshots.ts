// `npm run screenshots`: pictures of the mix page for docs/, of a desk on which a band plays.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../harness/service.ts';
import { playBand, storeScenes } from './band.ts';
import { openMixPage, sizes } from './opened-page.ts';

type Size = keyof typeof sizes;
interface Picture {
  readonly name: string;
  readonly path: string;
  readonly size: Size;
  readonly theme?: 'dark' | 'light';
}

const pictures: readonly Picture[] = [
  { name: 'mix-screen', path: '/mix', size: 'screen' },
  { name: 'mix-screen-light', path: '/mix', size: 'screen', theme: 'light' },
  { name: 'mix-tablet', path: '/mix', size: 'tablet' },
  { name: 'mix-phone', path: '/mix', size: 'phone' },
  { name: 'strip-tablet', path: '/mix#strip/input/14', size: 'tablet' },
  { name: 'strip-phone', path: '/mix#strip/input/14', size: 'phone' },
  ...['scenes', 'patch', 'boxes', 'history', 'sessions', 'warnings', 'clock'].map((part) => ({
    name: `${part}-tablet`,
    path: `/mix#show/${part}`,
    size: 'tablet' as const,
  })),
  { name: 'settings-tablet', path: '/mix#settings', size: 'tablet' },
  { name: 'monitor-phone', path: '/mix/monitor#mix/1', size: 'phone' },
];

const folder = process.argv[2] ?? join(root, 'docs/pictures');
mkdirSync(folder, { recursive: true });
const { service, page, close, faults } = await openMixPage('screen');
try {
  await playBand(service);
  await storeScenes(service, ['Walk-in', 'Opener', 'Chorus big']);
  const { origin } = new URL(service.url);
  for (const { name, path, size, theme = 'dark' } of pictures) {
    await page.setViewportSize(sizes[size]);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.goto('about:blank');
    await page.goto(origin + path);
    // Meters move, and what is asked once has come.
    await page.waitForTimeout(2500);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    process.stdout.write(`${name}.png\n`);
  }
} finally {
  await close();
}
if (faults.length > 0) {
  process.stderr.write(`The page complains: ${faults.join('; ')}\n`);
  process.exitCode = 1;
}
