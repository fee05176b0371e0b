// What may not be patched to an insert: a port that is used already or that no device has, and a place with a plugin.
import { type Audio, type CommitValidator, type DeskReader, isSameJson, Refusal } from 'rowdesk/provider';
import { stripName } from '../console/index.ts';
import { entries, isEntrance } from './entrances.ts';
import { isExit } from './exits.ts';
import type { InsertItem } from './insert-contract.ts';
import { hasTwoLegs, insertsOf, insertsPath, isSamePlace, placePath, placeWords } from './inserts.ts';
import { type LivePatch, outputsPath } from './live-patch.ts';
import { drivingOutput, resolved } from './ports.ts';
import type { ServerPorts } from './server-ports.ts';

export interface InsertFaultNeeds {
  readonly audio: Audio;
  readonly live: LivePatch;
  readonly servers: ServerPorts;
}

const isPlaceOfStrip = /^\/channel\/[^/]+\/\d+$/;

/** Refuses what is not at fault already. */
export function insertValidator(needs: InsertFaultNeeds): CommitValidator {
  return (after, before, paths) => {
    if (insertsOf(after).length === 0 || !paths.some((path) => mayUsePorts(path, after, before))) return;
    const known = new Set(faultsIn(before, needs));
    const [first] = [
      ...faultsIn(after, needs).filter((fault) => !known.has(fault)),
      ...(paths.includes(insertsPath) ? plugged(after, before) : []),
    ];
    if (first !== undefined) throw new Refusal('conflict', first, { reason: 'insert' });
  };
}

/** Of items that were not there before: ports that no device can have. Throws refusal `conflict`. */
export function refuseUnknownPorts(
  items: readonly InsertItem[],
  before: readonly InsertItem[],
  needs: InsertFaultNeeds,
): void {
  for (const item of items.filter((each) => !before.some((other) => isSameJson(other, each)))) {
    const reason =
      whyUnknown(item.sendPortId, 'output', needs) ||
      whyUnknown(item.returnPortId, 'input', needs) ||
      legFault(item, items);
    if (reason === '') continue;
    throw new Refusal('conflict', `${placeWords(item)}: ${reason}.`, { reason: 'insert' });
  }
}

function mayUsePorts(path: string, after: DeskReader, before: DeskReader): boolean {
  if (path === insertsPath || path === outputsPath || isExit(path) || isEntrance(path)) return true;
  if (path.startsWith('/patch/rightLegs/')) return true;
  if (!isPlaceOfStrip.test(path) || !after.has(path) || !before.has(path)) return false;
  const [now, then] = [after.read(path), before.read(path)];
  return now.sourceId !== then.sourceId || now.spareSourceId !== then.spareSourceId;
}

/** In sentences: each port that an insert has, and something else too. */
function faultsIn(desk: DeskReader, { audio, live }: InsertFaultNeeds): readonly string[] {
  const items = insertsOf(desk);
  const edges = [...live.edges(desk), ...live.exits(desk)];
  const sends = new Map<string, string>();
  const returns = new Map<string, string>();
  for (const { direction, from, to, strip } of edges) {
    if (direction === 'output') sends.set(to, `the outputs of ${stripName(strip)}`);
    else returns.set(from, `the source of ${stripName(strip)}`);
  }
  for (const { from } of entries(desk)) returns.set(from, 'a talkback');
  return items.flatMap((item) => {
    const own = placeWords(item);
    const taken = (ports: Map<string, string>, port: string) => {
      const by = ports.get(port);
      ports.set(port, own);
      return by === undefined ? [] : [`The port ${port} of ${own} is used by ${by} already.`];
    };
    return [...taken(sends, resolved(item.sendPortId, audio)), ...taken(returns, item.returnPortId)];
  });
}

/** Places that have hardware now, and a plugin. */
function plugged(after: DeskReader, before: DeskReader): readonly string[] {
  const known = insertsOf(before);
  return insertsOf(after)
    .filter((item) => !known.some((other) => isSamePlace(other, item)))
    .flatMap((item) => {
      const path = placePath(item);
      const plugin = after.has(path) ? after.read(path).plugin : '';
      return plugin === '' ? [] : [`${placeWords(item)} has the plugin ${String(plugin)}; an insert has either.`];
    });
}

function legFault({ strip, insert }: InsertItem, items: readonly InsertItem[]): string {
  if (!hasTwoLegs(strip)) return '';
  const legs = items.filter((item) => isSamePlace(item, { strip, insert })).map(({ leg = 'left' }) => leg);
  return legs.includes('left') && legs.includes('right') ? '' : 'a strip of two legs needs both, left and right';
}

/** '' for a port that is there, or may come with its device. */
function whyUnknown(portId: string, direction: 'input' | 'output', { audio, servers }: InsertFaultNeeds): string {
  if (drivingOutput(portId) !== undefined) return direction === 'output' ? '' : `${portId} is an output`;
  const device = audio.devices.find(({ id }) => portId.startsWith(`${id}:`));
  if (device === undefined) {
    return servers.serverOf(portId) === undefined ? `no device with the port ${portId} is known` : '';
  }
  const port = device.ports.find(({ id }) => id === portId);
  if (port === undefined) return device.present ? `${device.label} has no port ${portId}` : '';
  return port.direction === direction ? '' : `${portId} is an ${port.direction}`;
}
