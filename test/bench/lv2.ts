// The best LV2 equivalents of one strip's processors, timed in the same run, where they are installed.
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../harness/service.ts';

const run = promisify(execFile);

/** Gate, four-band equaliser with cuts, compressor, delay; each for one channel. */
const equivalents = [
  'http://lsp-plug.in/plugins/lv2/gate_mono',
  'http://gareus.org/oss/lv2/fil4#mono',
  'http://lsp-plug.in/plugins/lv2/compressor_mono',
  'http://lsp-plug.in/plugins/lv2/comp_delay_mono',
];

/** Microseconds per 64-frame block of all of them together; a reason, in words, where they can't be run here. */
export const equivalentsUs = (): Promise<number | string> => inProcessUs(1, equivalents);

/** The same of so many copies of each of these plugins, one after the other in each block. */
export async function inProcessUs(copies: number, plugins: readonly string[]): Promise<number | string> {
  const host = join(mkdtempSync(join(tmpdir(), 'rowdesk-bench-')), 'lv2-host');
  try {
    const flags = async (kind: string) =>
      (await run('pkg-config', [kind, 'lilv-0'])).stdout.split(/\s+/).filter(Boolean);
    const source = join(root, 'test/bench/lv2/host.c');
    await run('gcc', ['-O2', ...(await flags('--cflags')), source, '-o', host, ...(await flags('--libs'))]);
  } catch {
    return 'no lilv here (apt-get install liblilv-dev lsp-plugins-lv2 x42-plugins)';
  }
  try {
    const { stdout } = await run(host, [String(copies), ...plugins]);
    return Object.values(JSON.parse(stdout) as Record<string, number>).reduce((sum, us) => sum + us, 0);
  } catch (error) {
    return (error as { stderr?: string }).stderr ?? String(error);
  }
}
