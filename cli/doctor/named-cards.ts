// Cards that the configuration names for the desk alone, and PipeWire, which takes every card that it knows.
import type { AskedSound } from './asked.ts';
import { type Diagnosis, fine, problem } from './finding.ts';
import { holders, kernelCards } from './holders.ts';
import type { Machine } from './machine.ts';
import type { ServerState } from './server-state.ts';

const prefix = 'alsa-';

/** Undefined where the configuration names no card. `state` is undefined where no PipeWire has answered. */
export function namedCards(
  machine: Machine,
  { devices }: Pick<AskedSound, 'devices'>,
  state: ServerState | undefined,
): Diagnosis | undefined {
  const asked = devices
    .filter(({ transport, id }) => transport === 'alsa' && id.startsWith(prefix))
    .map(({ id }) => id);
  if (asked.length === 0) return undefined;
  const there = kernelCards(machine) ?? [];
  const held = holders(machine);
  const notes = asked.map((id) => {
    const card = there.find((each) => `${prefix}${each.id}` === id);
    // A PCM of asound.conf is no card of the kernel.
    if (card === undefined) return { words: `${id}: the kernel has no card of this name`, fix: '' };
    const holder = held.find(({ pcm, program }) => pcm.startsWith(`card${card.number}/`) && /^pipewire/.test(program));
    const known = state?.cards.find(({ number, profile }) => number === card.number && profile !== 'off');
    if (holder === undefined && known === undefined) return { words: `${id} is hw:${card.number}`, fix: '' };
    const who = holder ? `PipeWire (process ${holder.pid}) holds it` : `PipeWire has it too, and opens it for programs`;
    return { words: `${id} is hw:${card.number}, and ${who}`, fix: fixFor(id, known?.id) };
  });
  const detail = notes.map(({ words }) => words).join('; ');
  const [first] = notes.filter(({ fix }) => fix !== '');
  return first === undefined ? fine('named cards', detail) : problem('named cards', detail, first.fix);
}

/** WirePlumber keeps the profile `off` of a card. Without one a PipeWire was told of its card. */
function fixFor(id: string, card: number | undefined): string {
  const other = `# or take ${id} out of "devices", and PipeWire drives the desk`;
  return card === undefined
    ? `sudo systemctl disable --now rowdesk-pipewire   ${other}`
    : `wpctl set-profile ${card} 0   ${other}`;
}
