// What receiving streams of RTP costs the thread of the network, from a bench in C++ that is compiled as the driver is.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileAndRun } from '../../hardware-drivers/lib/sound-files/test/compile.ts';
import type { Checkout } from './checkout.ts';
import { type Figure, measured } from './report.ts';

/** Of a block of 1 ms, 64 channels of L24 at 48 kHz. */
interface Measured {
  readonly usTake: number;
  readonly usPlay: number;
  readonly usLacking: number;
  readonly usSmallPackets: number;
  readonly usSingleChannels: number;
}

export async function rtp(of: Checkout): Promise<Figure[]> {
  const home = join(of.root, 'hardware-drivers/aes67');
  const sources = ['pcm', 'rtp_packet', 'receive_ring', 'packet_log', 'transit_times', 'receive_stream'];
  const files = [join(home, 'bench/receive_bench.cc'), ...sources.map((name) => join(home, 'src', `${name}.cc`))];
  const folder = mkdtempSync(join(tmpdir(), 'rowdesk-bench-'));
  try {
    const { usTake, usPlay, usLacking, usSmallPackets, usSingleChannels } = JSON.parse(
      compileAndRun(join(folder, 'bench'), ['-O3', '-fno-trapping-math'], files),
    ) as Measured;
    const us = (value: number) => `${value.toFixed(1)} us`;
    return [
      measured(
        'receiving 8 streams of 8 channels, per block of 1 ms',
        usTake + usPlay,
        ' us',
        `L24, 48 kHz, packets of 1 ms: ${us(usTake)} for the packets, ${us(usPlay)} for their sound, without the system's ` +
          `calls; ${us(usLacking)} with 1 % lost; ${us(usSmallPackets)} in packets of 125 us; ${us(usSingleChannels)} as 64 streams of one`,
      ),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
