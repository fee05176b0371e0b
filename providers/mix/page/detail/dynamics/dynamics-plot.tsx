// The curve of a gate, compressor or limiter, with a point where the sound is now, and a bar of what it is lowered by.
import { controlKind } from '../../control/control-kind.ts';
import { contractOf, parameterOf } from '../../desk/contracts.ts';
import { field } from '../../desk/field.ts';
import { fieldOf, useRows } from '../../desk/rows.ts';
import { decibels } from '../../scale/decibels.ts';
import { t } from '../../text/text.ts';
import { rowsBelow } from '../parts.ts';
import { type Roles, transferOf } from './transfer.ts';

export interface DynamicsPlotOptions {
  readonly path: string;
  readonly processorId: string;
  readonly values: string;
  readonly names: readonly string[];
  readonly kind: string;
}

const lowestDb = -80;
const mostReductionDb = 24;

/** Nothing for a kind without a curve. */
export function DynamicsPlot({ path, processorId, values, names, kind }: DynamicsPlotOptions) {
  const roles = rolesOf(values, names);
  const transfer = transferOf(kind, roles);
  const lowers = ['gate', 'comp', 'deesser', 'limiter'].includes(kind);
  const meter = rowsBelow(path, '/meter').length > 0 && lowers ? `${path}/meter` : undefined;
  useRows(meter === undefined ? [] : [meter]);
  const x = (db: number) => ((Math.max(db, lowestDb) - lowestDb) / -lowestDb) * 100;
  const threshold = roles.threshold;
  return (
    <>
      {transfer !== undefined && (
        <div class="transfer" aria-hidden="true">
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            <path class="grid" d="M25 0V100M50 0V100M75 0V100M0 25H100M0 50H100M0 75H100" />
            <path class="unity" d="M0 100L100 0" />
            {threshold !== undefined && <path class="threshold" d={`M${x(threshold)} 0V100`} />}
            <path class="curve" d={curveOf(transfer, x)} />
          </svg>
          {meter !== undefined && <Point meter={meter} processorId={processorId} x={x} makeup={roles.makeup ?? 0} />}
        </div>
      )}
      {meter !== undefined && <Reduction meter={meter} processorId={processorId} />}
    </>
  );
}

/** Values of the processor by the role of each; a number that is moved is where the finger has it. */
function rolesOf(values: string, names: readonly string[]): Roles {
  const contract = contractOf(values).value;
  return Object.fromEntries(
    names.map((name) => {
      const { kind } = controlKind(name, contract?.fields[name]);
      const role = String(parameterOf(values, name).value?.role ?? '');
      return [role, kind === 'knob' ? field<number>(values, name).shown.value : undefined];
    }),
  );
}

function curveOf(transfer: (db: number) => number, x: (db: number) => number): string {
  const levels = Array.from({ length: 161 }, (_, n) => lowestDb - n * (lowestDb / 160));
  return `M${levels.map((db) => `${x(db).toFixed(1)} ${(100 - x(Math.min(transfer(db), 0))).toFixed(1)}`).join('L')}`;
}

interface PointOptions {
  readonly meter: string;
  readonly processorId: string;
}

const reductionOf = ({ meter, processorId }: PointOptions) =>
  fieldOf<number>(meter, `${processorId}ReductionDb`).value ?? 0;

function Point(options: PointOptions & { readonly x: (db: number) => number; readonly makeup: number }) {
  const { meter, x, makeup } = options;
  const inDb = Math.max(...(fieldOf<readonly number[]>(meter, 'preDb').value ?? [lowestDb]));
  if (inDb <= lowestDb) return null;
  const outDb = Math.min(0, inDb + reductionOf(options) + makeup);
  return <i class="point" style={{ left: `${Math.min(100, x(inDb))}%`, bottom: `${x(outDb)}%` }} />;
}

function Reduction(options: PointOptions) {
  const reductionDb = Math.min(0, reductionOf(options));
  return (
    <p class="reduction" aria-hidden="true">
      <span>{t('detail.reduction')}</span>
      <i>
        <b style={{ width: `${Math.min(1, -reductionDb / mostReductionDb) * 100}%` }} />
      </i>
      <output>{decibels(reductionDb)}</output>
    </p>
  );
}
