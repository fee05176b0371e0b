// Up to four results over each other: their numbers, and the traces that they have, one kind at a time.
import { useSignal } from '@preact/signals';
import { fieldOf } from '../desk/rows.ts';
import { type TextKey, t } from '../text/text.ts';
import { Choice } from './choice.tsx';
import { DecayView } from './decay-view.tsx';
import { ImpulseView } from './impulse-view.tsx';
import { type ResultItem, resultPath, type TraceName, type Traces } from './measure-row.ts';
import { RtaView } from './rta-view.tsx';
import { Summaries } from './summaries.tsx';
import { useTraces } from './traces.ts';
import { TransferView } from './transfer-view.tsx';

/** A result that is compared: `place` is its colour and its dashes. */
export interface Shown {
  readonly item: ResultItem;
  readonly name: string;
  readonly place: number;
  readonly traces: Traces;
}

const views = { transfer: TransferView, impulse: ImpulseView, rta: RtaView, decay: DecayView } as const;
const kinds = Object.keys(views) as readonly TraceName[];

export function Compare({ items }: { readonly items: readonly ResultItem[] }) {
  const traces = useTraces(items.map(({ id }) => id)).value;
  const chosen = useSignal<TraceName>('transfer');
  const shown = items.map((item, place) => ({
    ...{ item, place, traces: traces.get(item.id) ?? {} },
    name: fieldOf<string>(resultPath(item.id), 'name').value ?? item.name,
  }));
  const there = kinds.filter((kind) => shown.some((each) => each.traces[kind] !== undefined));
  const kind = there.includes(chosen.value) ? chosen.value : there[0];
  const View = kind === undefined ? undefined : views[kind];
  return (
    <>
      <Summaries shown={shown} />
      {there.length > 1 && (
        <Choice
          label={t('measure.traces')}
          choices={there.map((each) => [each, t(`measure.trace.${each}` as TextKey)])}
          chosen={kind}
          choose={(each) => {
            chosen.value = each;
          }}
        />
      )}
      {View !== undefined && <View shown={shown} />}
    </>
  );
}
