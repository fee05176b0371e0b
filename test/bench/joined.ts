// What joining a second device costs, from a bench in C++ that is compiled as the audio process is.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileAndRun } from '../../hardware-drivers/lib/sound-files/test/compile.ts';
import type { Checkout } from './checkout.ts';
import { type Figure, held, measured } from './report.ts';

/** Of 64 frames at 48 kHz. */
interface Measured {
  readonly usAlone: number;
  readonly usJoined: number;
  readonly usResampled: number;
  readonly percentPerResampledChannel: number;
}

export async function joined(of: Checkout): Promise<Figure[]> {
  const home = join(of.root, 'core/audio/process/native/joined');
  const sources = readdirSync(home).filter((name) => name.endsWith('.cc') && !name.endsWith('_addon.cc'));
  const files = ['bench/joined_bench.cc', ...sources].map((name) => join(home, name));
  const folder = mkdtempSync(join(tmpdir(), 'rowdesk-bench-'));
  try {
    const { usAlone, usJoined, usResampled, percentPerResampledChannel } = JSON.parse(
      compileAndRun(join(folder, 'bench'), ['-O2', `-I${join(of.root, 'hardware-drivers/include')}`], files),
    ) as Measured;
    const alone = `${usAlone.toFixed(2)} us with the same 64 channels on the driving device`;
    return [
      measured(
        'driving callback with 32 of its 64 channels joined, same clock, of one without',
        usJoined / usAlone,
        ' times',
        `64 frames, a mixer that only copies: ${usJoined.toFixed(2)} us against ${alone}`,
      ),
      measured(
        'driving callback with 32 of its 64 channels joined, resampled, of one without',
        usResampled / usAlone,
        ' times',
        `64 frames, a mixer that only copies: ${usResampled.toFixed(2)} us against ${alone}`,
      ),
      held(
        'a resampled channel of a joined device, on its own thread',
        percentPerResampledChannel,
        { most: 0.9 },
        ' % of one core',
        '32 inputs and 32 outputs at 48 kHz in blocks of 64 frames; the limit is 64 channels',
      ),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
