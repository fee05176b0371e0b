// A PipeWire server as `pw-dump` shows it: versions, the clock's settings, session manager and cards.
import type { Machine } from './machine.ts';

export interface ServerState {
  readonly version: string;
  /** Of the library that clients on this machine use. */
  readonly libraryVersion: string;
  /** The metadata `settings`: `clock.rate`, `clock.min-quantum` ...; lists as text, `[ 44100, 48000 ]`. */
  readonly settings: ReadonlyMap<string, string | number>;
  /** The program that manages the session, '' for none. */
  readonly manager: string;
  readonly cards: readonly ServerCard[];
}

export interface ServerCard {
  /** The number by which `wpctl` knows the card. */
  readonly id: number;
  /** The number that the kernel gives the card; undefined where the server does not say it. */
  readonly number: number | undefined;
  readonly label: string;
  /** `usb`, `pci`, or '' */
  readonly bus: string;
  /** `pro-audio`, `output:analog-stereo+input:analog-stereo`, or '' */
  readonly profile: string;
  /** The number of the profile `pro-audio`, undefined where the card has none. */
  readonly proAudio: number | undefined;
}

interface Dumped {
  readonly id: number;
  readonly type: string;
  readonly props?: Properties;
  readonly metadata?: readonly { readonly key: string; readonly value: string | number }[];
  readonly info?: {
    readonly version?: string;
    readonly props?: Properties;
    readonly params?: { readonly Profile?: readonly Profile[]; readonly EnumProfile?: readonly Profile[] };
  };
}
type Properties = Readonly<Record<string, unknown>>;
interface Profile {
  readonly index: number;
  readonly name: string;
}

const managers = new Set(['wireplumber', 'pipewire-media-session']);

/** Undefined when no server answers, or there is no `pw-dump`. */
export function serverState(machine: Machine): ServerState | undefined {
  const dumped = parse(machine.output('pw-dump', []));
  const of = (kind: string) => dumped.filter(({ type }) => type.endsWith(`:${kind}`));
  const core = of('Core')[0]?.info;
  if (core === undefined) return undefined;
  const clients = of('Client').map(({ info }) => info?.props ?? {});
  const programs = clients.map((props) => String(props['application.process.binary'] ?? ''));
  const own = clients.find((props) => props['application.process.binary'] === 'pw-dump');
  const settings = of('Metadata').find(({ props }) => props?.['metadata.name'] === 'settings')?.metadata ?? [];
  return {
    version: core.version ?? '',
    libraryVersion: String(own?.['core.version'] ?? ''),
    settings: new Map(settings.map(({ key, value }) => [key, value])),
    manager: programs.find((program) => managers.has(program)) ?? '',
    cards: of('Device').flatMap(cardOf),
  };
}

function parse(text: string | undefined): readonly Dumped[] {
  try {
    return JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
}

function cardOf({ id, info }: Dumped): readonly ServerCard[] {
  const props = info?.props ?? {};
  if (props['device.api'] !== 'alsa') return [];
  return [
    {
      id,
      number: props['api.alsa.card'] === undefined ? undefined : Number(props['api.alsa.card']),
      label: String(props['device.description'] ?? props['device.name'] ?? id),
      bus: String(props['device.bus'] ?? ''),
      profile: info?.params?.Profile?.[0]?.name ?? '',
      proAudio: info?.params?.EnumProfile?.find(({ name }) => name === 'pro-audio')?.index,
    },
  ];
}
