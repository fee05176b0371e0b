// A number between two ends, as a knob.
import type { FieldContract } from 'rowdesk/client';
import { field } from '../desk/field.ts';
import type { Scale } from './scale.ts';
import { TurnedNumber } from './turned-number.tsx';

export interface KnobOptions {
  readonly path: string;
  readonly name: string;
  readonly label: string;
  readonly contract: FieldContract;
  readonly scale: Scale;
  readonly isCentred: boolean;
}

export function Knob({ path, name, label, contract, scale, isCentred }: KnobOptions) {
  const given = contract.default;
  return (
    <TurnedNumber
      kind="knob"
      number={field<number>(path, name)}
      {...{ label, scale }}
      unit={typeof contract.unit === 'string' ? contract.unit : ''}
      defaultValue={typeof given === 'number' ? given : isCentred ? 0 : undefined}
      picture={(travel) => <KnobPicture {...{ travel, isCentred }} />}
    />
  );
}

const radius = 23;
/** From lower left, clockwise, three quarters of a circle. */
const angleOf = (travel: number) => (travel * 270 - 225) * (Math.PI / 180);
const pointAt = (travel: number, r: number) =>
  `${(28 + r * Math.cos(angleOf(travel))).toFixed(1)} ${(28 + r * Math.sin(angleOf(travel))).toFixed(1)}`;

function arc(from: number, to: number): string {
  const isLarge = (to - from) * 270 > 180 ? 1 : 0;
  return `M${pointAt(from, radius)}A${radius} ${radius} 0 ${isLarge} 1 ${pointAt(to, radius)}`;
}

function KnobPicture({ travel, isCentred }: { readonly travel: number; readonly isCentred: boolean }) {
  const from = isCentred ? 0.5 : 0;
  return (
    <svg viewBox="0 0 56 52" aria-hidden="true">
      <path class="rail" d={arc(0, 1)} />
      {Math.abs(travel - from) > 0.002 && (
        <path class="filled" d={arc(Math.min(from, travel), Math.max(from, travel))} />
      )}
      <circle cx="28" cy="28" r="17" />
      <path class="needle" d={`M${pointAt(travel, 9)}L${pointAt(travel, 16)}`} />
    </svg>
  );
}
