// A bank of many strips comes in turns, a few in each frame, and its meters after them: fingers wait for one turn at most.
import { computed } from '@preact/signals';
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { connection } from '../desk/client.ts';
import { rowOf } from '../desk/rows.ts';

/** A strip of a 4K screen costs some 2 ms. */
const stripsInTurn = 8;

export interface Turned {
  /** How many of the strips are there by now. */
  readonly strips: number;
  /** How many layers of meters. */
  readonly layers: number;
}

/**
 * All of it some frames after `strips` have become others. They wait for the desk's answer, which would draw all of them anew at
 * once, while there is a desk to answer.
 */
export function useTurns(strips: readonly string[], layers: number): Turned {
  const [first] = strips;
  const isAnswered = useMemo(() => {
    const row = first === undefined ? undefined : rowOf(first);
    return computed(() => row?.value.life !== 'unknown' || connection.value.state !== 'open');
  }, [first]).value;
  const key = strips.join(' ');
  const [turned, setTurned] = useState({ of: '', turns: 0 });
  const turns = turned.of === key ? turned.turns : 0;
  const ofStrips = Math.ceil(strips.length / stripsInTurn);
  const isWhole = turns >= ofStrips + layers;
  useLayoutEffect(() => {
    if (isWhole || !isAnswered) return;
    const request = requestAnimationFrame(() => setTurned({ of: key, turns: turns + 1 }));
    return () => cancelAnimationFrame(request);
  }, [key, turns, isWhole, isAnswered]);
  return {
    strips: Math.min(turns * stripsInTurn, strips.length),
    layers: Math.max(0, Math.min(layers, turns - ofStrips)),
  };
}
