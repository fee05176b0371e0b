// The devices that a session was made with: which of them are here, and what stands in for those that are not.
import type { Audio, Graph } from 'rowdesk/provider';
import { type ContentRow, grouped, stripOf } from '../scenes/index.ts';
import type { Remap } from './session.ts';

/** The pseudo device `driving` is whatever drives. */
const portId = /^(?!driving:)([A-Za-z0-9][A-Za-z0-9._~-]*):[A-Za-z0-9._~:-]+$/;
const stagebox = /^\/stagebox\/([^/]+)(\/.*)?$/;

export interface MissingPort {
  readonly path: string;
  readonly field: string;
  readonly portId: string;
  readonly reason: string;
}

/** The content with other devices in the place of those that it names, and which of the exchanges took place. */
export function remapped(content: readonly ContentRow[], remap: Remap) {
  if (remap.length === 0) return { content, used: [] };
  const others = new Map(remap.map(({ from, to }) => [from, to]));
  const used = new Set<string>();
  const other = (device: string) => {
    const to = others.get(device);
    if (to !== undefined) used.add(device);
    return to;
  };
  const rows = content.map((row) => {
    const [, device = '', rest = ''] = stagebox.exec(row.path) ?? [];
    const to = other(device);
    const path = to === undefined ? row.path : `/stagebox/${to}${rest}`;
    const fields = row.area === 'patch' ? (exchanged(row.fields, other) as ContentRow['fields']) : row.fields;
    return { ...row, path, fields };
  });
  return { content: rows, used: remap.filter(({ from }) => used.has(from)) };
}

/** Ports of the patch whose device, or node of an audio server, is not here. */
export function missingPorts(
  content: readonly ContentRow[],
  audio: Pick<Audio, 'devices'>,
  { nodes, servers }: Pick<Graph, 'nodes' | 'servers'>,
): readonly MissingPort[] {
  const here = new Map([...servers, ...nodes, ...audio.devices].map(({ id, present }) => [id, present]));
  return content
    .filter(({ area }) => area === 'patch')
    .flatMap(({ path, fields }) =>
      Object.entries(fields).flatMap(([field, value]) =>
        [...new Set(portsIn(value))].flatMap((port) => {
          const server = servers.find(({ id, present }) => present && port.startsWith(`${id}:`));
          const device = (server ? port.slice(0, port.lastIndexOf(':')) : portId.exec(port)?.[1]) ?? '';
          if (here.get(device) === true) return [];
          const reason = here.has(device) ? `${device} is absent` : `there is no device ${device}`;
          return [{ path, field, portId: port, reason }];
        }),
      ),
    );
}

/** Ports that an item names, and items that a row shows. */
export const mostPorts = 8;
export const mostMissing = 100;

/** As rows show them: by strip and reason. */
export function missingIn(ports: readonly MissingPort[]) {
  const groups = grouped(ports, ({ path, reason }) => `${stripOf(path)} ${reason}`);
  return groups.slice(0, mostMissing).map((of) => {
    const [{ path, reason }] = of as [MissingPort];
    return { path: stripOf(path), ports: of.slice(0, mostPorts).map(({ portId }) => portId), count: of.length, reason };
  });
}

function exchanged(value: unknown, other: (device: string) => string | undefined): unknown {
  if (typeof value === 'string') {
    const device = portId.exec(value)?.[1];
    const to = device === undefined ? undefined : other(device);
    return to === undefined ? value : to + value.slice((device as string).length);
  }
  if (Array.isArray(value)) return value.map((item) => exchanged(item, other));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, exchanged(inner, other)]));
}

function portsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return portId.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(portsIn);
}
