// What the host knows of its devices beside their descriptions, for the boxes that they make. Pure.
import type { DiscoveredModel } from '../../driver.ts';
import type { GraphNode } from '../../services.ts';
import { scoreOf } from '../discovery/choice.ts';
import { type AudioSnapshot, statuses } from '../processes/audio-snapshot.ts';
import { processOf } from '../processes/process-share.ts';
import { hasNoSound } from './audio-view.ts';
import type { BoxFacts } from './boxes.ts';
import type { ClosedModel } from './sounding.ts';

export function boxFactsOf(snapshot: AudioSnapshot, nodes: readonly GraphNode[]): BoxFacts {
  const { packages, configured, planned } = snapshot;
  const silent = new Set(packages.filter(({ manifest }) => !manifest.audio).map(({ name }) => name));
  const reported = statuses(snapshot).flatMap(({ devices }) => devices);
  const open = new Set(reported.filter(({ description }) => description !== null).map(({ id }) => id));
  return {
    nodes,
    controls: new Set([
      ...planned.models.filter(({ model }) => hasNoSound(snapshot, model)).map(({ model }) => model.id),
      ...reported.filter(({ driver }) => silent.has(driver)).map(({ id }) => id),
    ]),
    configured: new Map(
      configured.flatMap(({ id, audioHalf }) => (audioHalf === undefined ? [] : [[id, audioHalf] as const])),
    ),
    closed: planned.models
      .filter(({ model }) => !open.has(model.id))
      .map(({ model, isThere, isConfigured }): ClosedModel => {
        const reason = isThere ? whyClosed(model, snapshot) : absence({ isConfigured });
        return { id: model.id, reason, ...(model.identity ? { identity: model.identity } : {}) };
      }),
  };
}

/** Of a model that discovery does not find. */
export function absence({ isConfigured }: { readonly isConfigured: boolean }): string {
  return isConfigured ? 'it is named in the configuration, and discovery does not find it' : 'it is not plugged in';
}

function whyClosed(model: DiscoveredModel, snapshot: AudioSnapshot): string {
  const { id } = model;
  const { leftOut, choices } = snapshot.planned;
  const failures = statuses(snapshot).flatMap((status) => status.failures.filter((each) => each.id === id));
  if (failures.length > 0) return failures.map(({ driver, reason }) => `${driver}: ${reason}`).join('; ');
  const kept = statuses(snapshot).flatMap(({ devices }) => devices.filter((each) => each.id === id));
  const said = leftOut.get(id) ?? kept.map(({ reason }) => reason).find((reason) => reason !== '');
  if (said !== undefined) return said;
  const driver = choices.find((choice) => choice.model.id === id)?.chosen?.driver;
  if (driver === undefined) {
    const matching = snapshot.packages.filter(({ manifest }) => scoreOf(manifest.matches, model) !== undefined);
    const reasons = matching.flatMap(({ name }) => snapshot.setAside.get(name) ?? []);
    return reasons[0] ?? 'no driver is for it';
  }
  const ofDriver = snapshot.packages.find(({ name }) => name === driver);
  const process = snapshot.processes.find(({ name }) => ofDriver && name === processOf(ofDriver));
  if (process?.isLinked !== false) return `${driver} opens it`;
  return `the process of ${driver} ${process.lastCrash ? 'ended, and is started again' : 'is not there yet'}`;
}
