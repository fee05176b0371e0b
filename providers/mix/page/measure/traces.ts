// Traces of the results that are compared, read once for each result, and forgotten when it is compared no more.
import { type ReadonlySignal, signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { fieldOf, useRows } from '../desk/rows.ts';
import { readTrace, resultPath, type Traces } from './measure-row.ts';

/** By the id of the result. */
export type TracesById = ReadonlyMap<string, Traces>;

/** Watches the rows of these results, too. */
export function useTraces(ids: readonly string[]): ReadonlySignal<TracesById> {
  const [traces] = useState(() => signal<TracesById>(new Map()));
  const [asked] = useState(() => new Set<string>());
  useRows(ids.map(resultPath));
  const wanted = ids.flatMap((id) =>
    (fieldOf<readonly string[]>(resultPath(id), 'traces').value ?? []).map((trace) => `${id} ${trace}`),
  );
  useEffect(() => {
    const kept = [...traces.peek()].filter(([id]) => ids.includes(id));
    if (kept.length < traces.peek().size) traces.value = new Map(kept);
    for (const key of asked) if (!wanted.includes(key)) asked.delete(key);
    for (const key of wanted) {
      if (asked.has(key)) continue;
      asked.add(key);
      const [id = '', trace = ''] = key.split(' ');
      readTrace(id, trace).then(
        (read) => {
          if (asked.has(key))
            traces.value = new Map(traces.peek()).set(id, { ...traces.peek().get(id), [trace]: read });
        },
        // It is asked for again when the result is chosen anew.
        () => asked.delete(key),
      );
    }
  }, [wanted.join(), ids.join()]);
  return traces;
}
