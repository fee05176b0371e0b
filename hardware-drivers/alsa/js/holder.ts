// Which process holds a sound card, as the kernel says below /proc/asound.
import { join } from 'node:path';
import { namesIn, textOf } from '../../lib/kernel/js/files.ts';

/** Where the kernel does not say which. */
export const unknownHolder = 'another program';

/** `pipewire (process 812)`; '' for none, for an unknown one, and for this process. `proc`: `/proc`. */
export function holderOf(card: number, proc: string): string {
  const folder = join(proc, `asound/card${card}`);
  for (const pcm of namesIn(folder).filter((name) => /^pcm\d+[cp]$/.test(name))) {
    for (const sub of namesIn(join(folder, pcm)).filter((name) => name.startsWith('sub'))) {
      const owner = ownerIn(join(folder, pcm, sub, 'status'), proc);
      if (owner !== undefined && owner !== process.pid) return `${nameOf(owner, proc)} (process ${owner})`;
    }
  }
  return '';
}

/** The process of the thread that opened the substream. */
function ownerIn(file: string, proc: string): number | undefined {
  const thread = /^owner_pid\s*:\s*(\d+)/m.exec(textOf(file))?.[1];
  if (thread === undefined) return undefined;
  return Number(/^Tgid:\s*(\d+)/m.exec(textOf(join(proc, thread, 'status')))?.[1] ?? thread);
}

function nameOf(owner: number, proc: string): string {
  return textOf(join(proc, `${owner}/comm`)) || 'a program';
}
