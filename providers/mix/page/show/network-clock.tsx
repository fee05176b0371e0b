// The clock of the network, and the interface of its sound: what all inputs from the network hang on.
import { fieldOf, useRows } from '../desk/rows.ts';
import { t, textOr } from '../text/text.ts';

interface Ptp {
  readonly state: string;
  readonly reason: string;
}

export function NetworkClock() {
  useRows(['/net']);
  const ptp = fieldOf<Ptp>('/net', 'ptp').value;
  const names = ['audioInterface', 'secondAudioInterface']
    .map((field) => fieldOf<string>('/net', field).value ?? '')
    .filter((name) => name !== '');
  if (ptp === undefined) return null;
  const isWell = ptp.state === 'locked' || ptp.state === 'master';
  return (
    <p class={isWell ? 'quiet' : 'refusal'} data-ptp={ptp.state} role="status" dir="auto">
      {names.length === 0 ? t('show.noAudioInterface') : names.join(' + ')}
      {` · ${isWell ? '✓' : '✕'} ${textOr(`show.ptp.${ptp.state}`, ptp.state)}`}
      {ptp.reason !== '' && `: ${ptp.reason}`}
    </p>
  );
}
