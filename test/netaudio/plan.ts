// What the relay does to packets (programs/relay.cc), drawn with a seed, and what a receiver then has to count.

/** Letters of relay.cc. */
export type Action = '.' | 'x' | '2' | 'r' | 'h';

export interface PlanOptions {
  readonly packets: number;
  /** Of a thousand packets each. */
  readonly lost?: number;
  readonly doubled?: number;
  readonly reordered?: number;
  /** Each so many packets, and then `heldPackets` of them at once. */
  readonly heldEach?: number;
  readonly heldPackets?: number;
  /** Packets at the beginning and the end that merely go on. */
  readonly calm?: number;
}

export interface Counted {
  readonly lost: number;
  readonly doubled: number;
  readonly reordered: number;
}

/** The same for the same seed. What is done to a packet is never done to its neighbours too, so that each counts by itself. */
export function drawPlan(options: PlanOptions, seed: number): string {
  const { packets, lost = 0, doubled = 0, reordered = 0, heldEach = 0, heldPackets = 0, calm = 100 } = options;
  const plan = new Array<Action>(packets).fill('.');
  let state = seed >>> 0;
  const draw = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 32) * 1000;
  };
  for (let at = calm; at < packets - calm; at++) {
    if (heldEach > 0 && at % heldEach === 0) {
      plan.fill('h', at, at + heldPackets);
      at += heldPackets + 1;
      continue;
    }
    const drawn = draw();
    const limits = [lost, lost + doubled, lost + doubled + reordered];
    const action = (['x', '2', 'r'] as const)[limits.findIndex((limit) => drawn < limit)];
    if (action === undefined) continue;
    plan[at] = action;
    at += 2;
  }
  return plan.join('');
}

/** What a receiver counts that waits long enough for all that comes. */
export function countOf(plan: string): Counted {
  const of = (letter: Action) => plan.split(letter).length - 1;
  return { lost: of('x'), doubled: of('2'), reordered: of('r') };
}
