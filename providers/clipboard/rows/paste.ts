import { type Desk, Refusal, type Row, task } from 'rowdesk/provider';
import type { MovesPlan, StripMove, StripMoves } from '../../channel/index.ts';
import type { Layout, StripRef } from '../../console/index.ts';
import { pasteExtra, slot } from '../contract.ts';
import { areasIn, keptIn, type SlotContent, slotAddresses } from './slots.ts';

/** What a strip hears is its own, and linking it would change another strip too: only where somebody says so. */
const onlyNamed = ['patch', 'link'];

/** `/clipboard/{slot}/paste`: what the slot holds onto other strips, in one commit. */
export function pasteRow(layout: Layout, moves: StripMoves, desk: Desk, slots: number): Row {
  return task('/clipboard/{slot}/paste', {
    summary: 'Pastes what a slot holds onto strips, in one commit',
    params: { slot },
    addresses: slotAddresses(slots),
    extra: pasteExtra(layout),
    run: async ({ slot }, { targets = [], areas = [], muteTarget }, { actor, progress }) => {
      const { from, content } = keptIn(slot, desk);
      const held = areasIn(content);
      if (held.length === 0) throw notPasted(`Slot ${slot} is empty; copy a strip into it.`, 'slot-empty', { slot });
      if (targets.length === 0) throw notPasted('There is nowhere to paste it to; name targets.', 'no-target');
      const absent = areas.filter((area) => !held.includes(area));
      if (absent.length > 0) {
        const words = `Slot ${slot} holds ${held.join(', ')}, and not ${absent.join(', ')}.`;
        throw notPasted(words, 'not-in-slot', { areas: absent, holds: held });
      }
      const wanted = areas.length > 0 ? areas : held.filter((area) => !onlyNamed.includes(area));
      const plan = moves.plan({ strips: targets, moves: movesOf(content, wanted, muteTarget === true), actor });
      if (plan.refusal !== undefined) throw plan.refusal;
      progress(0, plan.changes.length, 'writing');
      const { durable } = await desk.commit({
        actor,
        label: labelOf(from, targets),
        changes: plan.changes,
        apart: true,
      });
      progress(plan.changes.length, plan.changes.length, 'written');
      const outcome = plan.leftOut.length > 0 ? 'in-part' : 'applied';
      return { outcome, areas: wanted, changed: changedBy(plan), leftOut: plan.leftOut, durable };
    },
  });
}

const notPasted = (words: string, reason: string, params: object = {}) =>
  new Refusal('conflict', words, { reason, ...params });

function movesOf(content: SlotContent['content'], areas: readonly string[], isMuted: boolean): readonly StripMove[] {
  const moves = content.filter(({ area }) => areas.includes(area));
  if (!isMuted) return moves;
  const mute = { row: '', field: 'muted', value: true };
  return [...moves.filter(({ row, field }) => row !== mute.row || field !== mute.field), mute];
}

/** How many fields of each strip, partners of linked ones among them. */
function changedBy({ effect }: MovesPlan): readonly { readonly strip: string; readonly fields: number }[] {
  const counts = new Map<string, number>();
  for (const { path } of effect) {
    const strip = path.split('/').slice(0, 4).join('/');
    counts.set(strip, (counts.get(strip) ?? 0) + 1);
  }
  return [...counts].map(([strip, fields]) => ({ strip, fields }));
}

function labelOf(from: StripRef | null, targets: readonly StripRef[]): string {
  const name = ({ kind, index }: StripRef) => `${kind} ${index}`;
  const [first] = targets;
  const where = targets.length === 1 && first !== undefined ? name(first) : `${targets.length} strips`;
  return from === null ? `Pasted to ${where}` : `Pasted ${name(from)} to ${where}`;
}
