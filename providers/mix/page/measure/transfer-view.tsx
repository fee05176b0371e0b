// Transfer functions: magnitude, phase and coherence over frequency. What has little coherence is faint.
import { useSignal } from '@preact/signals';
import { t } from '../text/text.ts';
import type { Shown } from './compare.tsx';
import type { TransferTrace } from './measure-row.ts';
import { type Axis, axisAround, hertzAxis } from './plot/axis.ts';
import type { Line } from './plot/line.ts';
import { Plot } from './plot/plot.tsx';
import { ReadOut } from './plot/read-out.tsx';

/** Below it a point is not to be trusted. */
const leastCoherencePercent = 70;

const phaseAxis: Axis = { law: 'linear', from: -180, to: 180, unit: '°' };
const coherenceAxis: Axis = { law: 'linear', from: 0, to: 100, unit: '%' };

export function TransferView({ shown }: { readonly shown: readonly Shown[] }) {
  const cursor = useSignal<number | undefined>(undefined);
  const measured = shown.filter(({ traces }) => traces.transfer !== undefined);
  const linesOf = (values: (trace: TransferTrace) => readonly number[], isDimmed = true): readonly Line[] =>
    measured.map(({ item, name, place, traces }) => {
      const trace = traces.transfer as TransferTrace;
      const faint = trace.coherencePercent.map((percent) => percent < leastCoherencePercent);
      const line = { id: item.id, label: name, place, xs: trace.frequenciesHz, ys: values(trace) };
      return isDimmed ? { ...line, faint } : line;
    });
  const magnitudes = linesOf(({ magnitudesDb }) => magnitudesDb);
  const trusted = magnitudes.flatMap(({ ys, faint }) => ys.filter((_, at) => faint?.[at] !== true));
  const columns = [
    { label: t('measure.magnitude'), y: axisAround(trusted, 6, 24, 'dB'), lines: magnitudes },
    { label: t('measure.phase'), y: phaseAxis, lines: linesOf(({ phasesDeg }) => phasesDeg) },
    {
      label: t('measure.coherence'),
      y: coherenceAxis,
      lines: linesOf(({ coherencePercent }) => coherencePercent, false),
    },
  ] as const;
  const [magnitude, phase, coherence] = columns;
  return (
    <>
      <Plot {...magnitude} x={hertzAxis} cursor={cursor} />
      <Plot {...phase} x={hertzAxis} cursor={cursor} marks={[-90, 0, 90]} longestStep={180} />
      <Plot {...coherence} x={hertzAxis} cursor={cursor} isLow />
      <ReadOut x={hertzAxis} cursor={cursor} columns={columns} />
      <p class="quiet">{t('measure.faint', { percent: leastCoherencePercent })}</p>
    </>
  );
}
