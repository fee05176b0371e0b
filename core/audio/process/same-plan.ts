// What of a plan is already so, and left alone.
import type { Plan, PlannedDevice } from '../link/shapes.ts';

export function isSamePlan(a: Plan, b: Plan | undefined): boolean {
  return b !== undefined && JSON.stringify({ ...a, number: 0 }) === JSON.stringify({ ...b, number: 0 });
}

export function isSameDevice(a: PlannedDevice, b: PlannedDevice): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
