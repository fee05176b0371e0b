// 1.2: OPTIONS answers the live contract; and what it says is within what interface.md allows.
import { type Check, type FoundRow, NotThere, type Verdict } from '../check.ts';
import { accessIn, fieldsIn, optionsIn } from '../contract.ts';
import { isRow, type Row } from '../server.ts';
import type { Shape } from '../shape.ts';
import { fieldsWith, type SpecRow } from '../spec-row.ts';

export function contractChecks(spec: SpecRow): readonly Check<FoundRow>[] {
  const checks: Check<FoundRow>[] = [{ rule: '1.2', subject: `OPTIONS ${spec.template}`, run: contract }];
  for (const [name, { shape }] of Object.entries(spec.fields)) {
    const subject = `${spec.template} ${name} in OPTIONS`;
    if (hasOptions(shape)) checks.push({ rule: '3', subject, run: ({ options }) => enumerated(options, name, shape) });
    if (hasLimits(shape)) checks.push({ rule: '8', subject, run: ({ options }) => limited(options, name, shape) });
  }
  return checks;
}

type WithOptions = Shape & { readonly options: readonly unknown[] };
type WithLimits = Shape & { readonly minimum?: number; readonly maximum?: number; readonly step?: number };

const hasOptions = (shape: Shape): shape is WithOptions => 'options' in shape && shape.options !== undefined;
const hasLimits = (shape: Shape): shape is WithLimits => 'minimum' in shape;

function contract({ spec, options }: FoundRow): Verdict {
  if (!isRow(options)) return 'OPTIONS does not answer a JSON object';
  const fields = fieldsIn(options);
  const all = JSON.stringify(options);
  for (const [name] of fieldsWith('rw', spec)) {
    const isNamed = fields === undefined ? all.includes(`"${name}"`) : name in fields;
    if (!isNamed) return `it does not name ${name}, which can be written`;
    if (fields !== undefined && accessIn(fields[name] as Row) === 'ro') return `it says that ${name} is read-only`;
  }
  for (const [name] of fieldsWith('ro', spec)) {
    if (fields !== undefined && name in fields && accessIn(fields[name] as Row) === 'rw') {
      return `it says that ${name} can be written`;
    }
  }
  return undefined;
}

const unknownForm = new NotThere('the form of this OPTIONS answer is not known here');
const silent = (name: string, what: string) => new NotThere(`OPTIONS says nothing of the ${what} of ${name}`);

function enumerated(options: unknown, name: string, { options: documented, orNull }: WithOptions): Verdict {
  const fields = fieldsIn(options);
  if (fields === undefined) return unknownForm;
  const offered = optionsIn(fields[name] ?? {});
  if (offered === undefined) return silent(name, 'options');
  const strange = offered.find((option) => !documented.includes(option) && !(option === null && orNull));
  return strange === undefined
    ? undefined
    : `it offers ${JSON.stringify(strange)}, which is none of ${documented.join(', ')}`;
}

function limited(options: unknown, name: string, { minimum, maximum, step }: WithLimits): Verdict {
  const fields = fieldsIn(options);
  if (fields === undefined) return unknownForm;
  const words = fields[name] ?? {};
  const { minimum: least, maximum: most, multipleOf } = words;
  if (typeof least !== 'number' || typeof most !== 'number') return silent(name, 'range');
  if (least < (minimum as number) || most > (maximum as number)) {
    return `it allows ${least} to ${most}, beyond ${minimum} to ${maximum}`;
  }
  const isFiner = step !== undefined && typeof multipleOf === 'number' && !isMultiple(multipleOf, step);
  return isFiner ? `it allows steps of ${multipleOf}, which are no steps of ${step}` : undefined;
}

function isMultiple(value: number, of: number): boolean {
  return Math.abs(Math.round(value / of) * of - value) < 1e-9;
}
