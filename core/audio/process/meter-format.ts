// The format of a mixer's meters, checked once when the mixer is opened.
import { type Mixer, meterFolds } from '../../driver.ts';
import type { MeterFormat } from '../link/meter-frame.ts';

const mostColumns = 64;
const name = /^[a-z][A-Za-z0-9]{0,31}(\.[a-z][A-Za-z0-9]{0,31})?$/;

/** Throws Error that names the member of the mixer, the column and what is allowed. */
export function meterFormatOf({
  meterPaths: paths,
  meterLegs: legs,
  meterColumns: columns,
}: Pick<Mixer, 'meterPaths' | 'meterLegs' | 'meterColumns'>): MeterFormat {
  if (!isList(paths) || !paths.every((path) => typeof path === 'string'))
    throw new Error("the mixer's meterPaths must be a list of paths");
  if (!isList(legs) || legs.length !== paths.length || !legs.every(isLegs))
    throw new Error("the mixer's meterLegs must have 1 or 2 for each of its meterPaths");
  if (!isList(columns) || columns.length > mostColumns)
    throw new Error(`the mixer's meterColumns must be a list of at most ${mostColumns} columns`);
  const names = new Set<string>();
  const checked = columns.map((column, at) => {
    if (typeof column?.name !== 'string' || !name.test(column.name))
      throw new Error(`the name of the mixer's meter column ${at + 1} must match ${name.source}`);
    const where = `the mixer's meter column ${column.name}`;
    if (names.has(column.name)) throw new Error(`${where} is there twice`);
    if (!isLegs(column.legs)) throw new Error(`${where} must have 1 or 2 legs, and has ${column.legs}`);
    if (!meterFolds.includes(column.fold))
      throw new Error(`${where} must have one of the folds ${meterFolds.join(', ')}, and has ${column.fold}`);
    names.add(column.name);
    return { name: column.name, legs: column.legs, fold: column.fold };
  });
  return { paths: [...paths], legs: [...legs], columns: checked };
}

function isList(value: unknown): boolean {
  return Array.isArray(value);
}

function isLegs(legs: unknown): boolean {
  return legs === 1 || legs === 2;
}
