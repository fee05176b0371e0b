// How a room dies away: the energy that is still to come, of one band, and the times of all bands.
import { useSignal } from '@preact/signals';
import { numberWords } from '../control/number-words.ts';
import { t } from '../text/text.ts';
import type { Shown } from './compare.tsx';
import type { DecayTrace } from './measure-row.ts';
import type { Axis } from './plot/axis.ts';
import { Plot, Sample } from './plot/plot.tsx';
import { ReadOut } from './plot/read-out.tsx';
import { ScrolledTable } from './scrolled-table.tsx';

const decayAxis: Axis = { law: 'linear', from: -60, to: 0, unit: 'dB' };
const times = [
  ['t20S', 'T20'],
  ['t30S', 'T30'],
  ['edtS', 'EDT'],
] as const;
const usualHz = 1000;

export function DecayView({ shown }: { readonly shown: readonly Shown[] }) {
  const cursor = useSignal<number | undefined>(undefined);
  const band = useSignal(usualHz);
  const bands = [...new Set(shown.flatMap(({ traces }) => traces.decay?.frequenciesHz ?? []))];
  bands.sort((a, b) => a - b);
  const hz = bands.includes(band.value) ? band.value : bands[0];
  const lines = shown.flatMap(({ item, name, place, traces }) => {
    const { frequenciesHz = [], curvesDb = [], stepMs = 0 } = (traces.decay ?? {}) as Partial<DecayTrace>;
    const ys = curvesDb[frequenciesHz.indexOf(hz ?? 0)];
    return ys === undefined ? [] : [{ id: item.id, label: name, place, xs: ys.map((_, n) => (n * stepMs) / 1000), ys }];
  });
  const endS = Math.max(0.1, ...lines.map(({ xs, ys }) => lastHeardS(xs, ys)));
  const x: Axis = { law: 'linear', from: 0, to: endS, unit: 's' };
  const column = { label: t('measure.trace.decay'), y: decayAxis, lines };
  return (
    <>
      <label class="form-row">
        <span>{t('measure.band')}</span>
        <select
          onChange={({ currentTarget }) => {
            band.value = Number(currentTarget.value);
          }}
        >
          {bands.map((each) => (
            <option key={each} value={each} selected={each === hz}>
              {numberWords(each, 'Hz')}
            </option>
          ))}
        </select>
      </label>
      <Plot {...column} x={x} cursor={cursor} />
      <ReadOut x={x} cursor={cursor} columns={[column]} />
      <RoomTimes shown={shown} />
    </>
  );
}

/** Where the curve falls below the axis. */
function lastHeardS(xs: readonly number[], ys: readonly number[]): number {
  const end = ys.findIndex((db) => db < decayAxis.from);
  return xs[end < 0 ? xs.length - 1 : end] ?? 0;
}

/** T20, T30 and early decay time of each band. */
function RoomTimes({ shown }: { readonly shown: readonly Shown[] }) {
  const measured = shown.filter(({ item }) => (item.summary.rt60S ?? []).length > 0);
  const bands = [...new Set(measured.flatMap(({ item }) => item.summary.rt60S?.map((each) => each.frequencyHz) ?? []))];
  bands.sort((a, b) => a - b);
  return (
    <ScrolledTable label={t('measure.rt60')}>
      <thead>
        <tr>
          <th scope="col">{t('measure.rt60')}</th>
          {bands.map((hz) => (
            <th scope="col" key={hz}>
              {numberWords(hz, 'Hz')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {measured.flatMap(({ item, name, place }) =>
          times.map(([field, words]) => (
            <tr key={`${item.id} ${field}`}>
              <th scope="row">
                <Sample place={place} /> <span dir="auto">{name}</span> {words}
              </th>
              {bands.map((hz) => {
                const seconds = item.summary.rt60S?.find(({ frequencyHz }) => frequencyHz === hz)?.[field];
                return <td key={hz}>{typeof seconds === 'number' ? `${seconds.toFixed(2)} s` : '–'}</td>;
              })}
            </tr>
          )),
        )}
      </tbody>
    </ScrolledTable>
  );
}
