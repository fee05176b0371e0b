// The lines between the plugin host and a rack: commands are words separated by tabs, events are JSON. Code of plugins runs in a
// rack, so that an event may be anything.

/** What is wrong with a plugin: see docs/plugins.md. */
export const faultKinds = ['late', 'not-finite', 'hang', 'crash', 'memory'] as const;
export type FaultKind = (typeof faultKinds)[number];

type Numbers = Readonly<Record<string, number>>;

export type RackEvent =
  | { readonly event: 'ready'; readonly sandbox: readonly string[]; readonly realTime: boolean }
  | {
      readonly event: 'done';
      readonly id: number;
      readonly place: string;
      readonly latencyFrames: number | undefined;
      readonly instances: number | undefined;
    }
  | { readonly event: 'refused'; readonly id: number; readonly place: string; readonly reason: string }
  | { readonly event: 'saved'; readonly id: number; readonly place: string }
  | { readonly event: 'latency'; readonly place: string; readonly frames: number }
  | { readonly event: 'measured'; readonly place: string; readonly toldFrames: number; readonly measuredFrames: number }
  | { readonly event: 'readings'; readonly place: string; readonly values: Numbers }
  | {
      readonly event: 'changed';
      readonly place: string;
      readonly values: Numbers;
      readonly properties: Readonly<Record<string, unknown>>;
    }
  | { readonly event: 'state-changed'; readonly place: string }
  | { readonly event: 'fault'; readonly place: string; readonly kind: FaultKind; readonly detail: string }
  | { readonly event: 'load'; readonly percent: number; readonly places: Numbers };

const longestText = 300;
/** Frames: two seconds at 192 kHz, as the mixer bounds it. */
const longestLatency = 384_000;

/** A command as one line: `%`, tabs and line ends in a word are percent-encoded. */
export function lineOf(words: readonly (string | number)[]): string {
  return `${words.map((word) => String(word).replace(/[%\t\n\r]/g, encoded)).join('\t')}\n`;
}

function encoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** Undefined for a line that is no event. */
export function eventOf(line: string): RackEvent | undefined {
  const said = objectOf(jsonOf(line));
  const [id, place] = [count(said.id, 2 ** 31), text(said.place)];
  switch (said.event) {
    case 'ready':
      return {
        event: 'ready',
        sandbox: Array.isArray(said.sandbox) ? said.sandbox.slice(0, 8).map(text) : [],
        realTime: said.realTime === true,
      };
    case 'done': {
      const latencyFrames = said.latencyFrames === undefined ? undefined : count(said.latencyFrames, longestLatency);
      const instances = said.instances === undefined ? undefined : count(said.instances, 2);
      return { event: 'done', id, place, latencyFrames, instances };
    }
    case 'refused':
      return { event: 'refused', id, place, reason: text(said.reason) };
    case 'saved':
      return { event: 'saved', id, place };
    case 'latency':
      return { event: 'latency', place, frames: count(said.frames, longestLatency) };
    case 'measured': {
      const [toldFrames, measuredFrames] = [said.toldFrames, said.measuredFrames].map((each) =>
        count(each, longestLatency),
      ) as [number, number];
      return { event: 'measured', place, toldFrames, measuredFrames };
    }
    case 'readings':
      return { event: 'readings', place, values: numbers(said.values) };
    case 'changed':
      return { event: 'changed', place, values: numbers(said.values), properties: objectOf(said.properties) };
    case 'state-changed':
      return { event: 'state-changed', place };
    case 'fault': {
      const kind = faultKinds.find((each) => each === said.kind) ?? 'crash';
      return { event: 'fault', place, kind, detail: text(said.detail) };
    }
    case 'load':
      return { event: 'load', percent: numbers(said).percent ?? 0, places: numbers(said.places) };
    default:
      return undefined;
  }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, longestText) : '';
}

function count(value: unknown, largest: number): number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= largest ? (value as number) : 0;
}

/** Its finite numbers. */
function numbers(value: unknown): Numbers {
  const finite = Object.entries(objectOf(value)).filter(([, each]) => Number.isFinite(each));
  return Object.fromEntries(finite) as Numbers;
}
