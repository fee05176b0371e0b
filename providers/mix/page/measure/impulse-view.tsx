// Impulse responses and their envelopes over time; the stretch in sight is chosen.
import { useSignal } from '@preact/signals';
import { t } from '../text/text.ts';
import { Choice } from './choice.tsx';
import type { Shown } from './compare.tsx';
import type { ImpulseTrace } from './measure-row.ts';
import { type Axis, axisAround } from './plot/axis.ts';
import type { Line } from './plot/line.ts';
import { Plot } from './plot/plot.tsx';
import { ReadOut } from './plot/read-out.tsx';

/** Milliseconds in sight; 0: all. */
const stretches = [5, 20, 100, 0];
/** Of the stretch, before the first arrival. */
const lead = 0.2;
const envelopeAxis: Axis = { law: 'linear', from: -80, to: 0, unit: 'dB' };

export function ImpulseView({ shown }: { readonly shown: readonly Shown[] }) {
  const cursor = useSignal<number | undefined>(undefined);
  const spanMs = useSignal(20);
  const measured = shown.filter(({ traces }) => traces.impulse !== undefined);
  const impulses = measured.map(({ traces }) => traces.impulse as ImpulseTrace);
  const x = timeAxis(impulses, spanMs.value);
  const linesOf = (values: (trace: ImpulseTrace) => readonly number[]): readonly Line[] =>
    measured.map(({ item, name, place }, at) => {
      const trace = impulses[at] as ImpulseTrace;
      const ys = values(trace);
      return { id: item.id, label: name, place, ys, xs: ys.map((_, n) => trace.startMs + n * trace.stepMs) };
    });
  const largest = Math.max(1e-9, ...impulses.map(({ values }) => peakOf(values)));
  // In percent of the largest: the numbers of a response alone say little.
  const responses = linesOf(({ values }) => values.map((value) => (100 * value) / largest));
  const columns = [
    { label: t('measure.response'), y: axisAround([-100, 100], 50, 200, '%'), lines: responses },
    { label: t('measure.envelope'), y: envelopeAxis, lines: linesOf(({ envelopeDb }) => envelopeDb) },
  ] as const;
  const [response, envelope] = columns;
  return (
    <>
      <Choice
        label={t('measure.stretch')}
        choices={stretches.map((ms) => [ms, ms === 0 ? t('measure.stretch.all') : `${ms} ms`])}
        chosen={spanMs.value}
        choose={(ms) => {
          spanMs.value = ms;
          cursor.value = undefined;
        }}
      />
      <Plot {...response} x={x} cursor={cursor} />
      <Plot {...envelope} x={x} cursor={cursor} />
      <ReadOut x={x} cursor={cursor} columns={columns} />
    </>
  );
}

const peakOf = (values: readonly number[]): number =>
  values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

/** From just before the first arrival; all of every response with `spanMs` 0. */
function timeAxis(impulses: readonly ImpulseTrace[], spanMs: number): Axis {
  const startMs = Math.min(...impulses.map((each) => each.startMs));
  const endMs = Math.max(...impulses.map(({ startMs: from, stepMs, values }) => from + stepMs * values.length));
  if (spanMs === 0) return { law: 'linear', from: startMs, to: Math.max(startMs + 1, endMs), unit: 'ms' };
  const firstMs = Math.min(...impulses.map(arrivalMs));
  const from = Math.floor(firstMs - lead * spanMs);
  return { law: 'linear', from, to: from + spanMs, unit: 'ms' };
}

const arrivalMs = ({ startMs, stepMs, values }: ImpulseTrace): number => {
  const peak = peakOf(values);
  return startMs + stepMs * values.findIndex((value) => Math.abs(value) === peak);
};
