// Drivers of an audio server as references: nodes whose cycles can drive the desk's node. The desk's own driver says which
// of them does: the clock of its device is that of the driver.
import type { GraphServer } from 'rowdesk/provider';
import { type ClockView, devicesAt, type Reference, standsStill } from './clock-view.ts';

type Driver = GraphServer['drivers'][number];

/** `priority` is the server's. */
export function ofDriver(
  { node: id, priority, rate, grade = 'device' }: Driver,
  server: GraphServer,
  { clock, devices, graph }: ClockView,
): Reference {
  const node = graph.nodes.find((each) => each.id === id);
  const of = (driving: boolean, its: Reference['grade'], reason: string) => ({
    ...{ id, label: node?.label ?? id, driving, grade: its, priority, reason },
  });
  const failure = node?.reason ?? '';
  const leading = devices.find((device) => device.present && device.id === clock.driving);
  if (leading?.clockId === id) {
    if (standsStill(clock)) return of(false, 'lost', 'It was to drive, and stands still.');
    return of(true, clock.grade, `It drives the desk, a node of ${server.label}, with priority ${priority}.`);
  }
  if (failure !== '') return of(false, 'lost', `It fails: ${failure}`);
  const runs = rate > 0 ? `It runs others at ${rate} Hz` : 'It is there';
  if (devicesAt(devices, server).length === 0)
    return of(false, grade, `${runs}; the desk is no node of ${server.label}.`);
  if (leading === undefined) return of(false, grade, `${runs}, and nothing drives the desk.`);
  const chosen = server.drivers.find((driver) => driver.node === leading.clockId);
  if (chosen === undefined) return of(false, grade, `${runs}; ${leading.label} drives the desk.`);
  return of(false, grade, `${runs} with priority ${priority}; ${notChosen(chosen)}.`);
}

/** Why a server runs the desk by this driver and not by another one. */
export function notChosen({ node, priority }: Pick<Driver, 'node' | 'priority'>): string {
  return `${node} (priority ${priority}) drives, the highest of the nodes that links join with the desk`;
}
