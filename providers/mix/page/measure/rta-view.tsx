// Levels of bands over frequency.
import { useSignal } from '@preact/signals';
import { t } from '../text/text.ts';
import type { Shown } from './compare.tsx';
import type { RtaTrace } from './measure-row.ts';
import { axisAround, hertzAxis } from './plot/axis.ts';
import { Plot } from './plot/plot.tsx';
import { ReadOut } from './plot/read-out.tsx';

export function RtaView({ shown }: { readonly shown: readonly Shown[] }) {
  const cursor = useSignal<number | undefined>(undefined);
  const lines = shown.flatMap(({ item, name, place, traces }) => {
    const { frequenciesHz: xs = [], levelsDb: ys = [] } = (traces.rta ?? {}) as Partial<RtaTrace>;
    return xs.length === 0 ? [] : [{ id: item.id, label: name, place, xs, ys }];
  });
  const y = axisAround(
    lines.flatMap(({ ys }) => ys),
    10,
    40,
    'dB',
  );
  const column = { label: t('measure.level'), y, lines };
  return (
    <>
      <Plot {...column} x={hertzAxis} cursor={cursor} />
      <ReadOut x={hertzAxis} cursor={cursor} columns={[column]} />
    </>
  );
}
