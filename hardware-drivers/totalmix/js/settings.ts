// The configuration of the driver. Its schema stands in the package.json: what arrives here fits it and has its defaults.
import type { DiscoveredModel } from 'rowdesk/driver';

export interface RemoteSettings {
  readonly host: string;
  /** Where TotalMix FX listens, and where it sends to. */
  readonly port: number;
  readonly listenPort: number;
}

export interface DeviceSettings {
  readonly id: string;
  /** The token of its model. */
  readonly model: string;
  readonly label?: string;
  /** A raw MIDI file, or a pty. */
  readonly midi?: string;
  readonly osc?: RemoteSettings;
  /** The id of the device or node with its sound. */
  readonly audioHalf?: string;
}

export interface Settings {
  readonly devices: readonly DeviceSettings[];
  readonly readEveryMs: number;
}

export const transport = 'totalmix';

export function settingsOf(config: Readonly<Record<string, unknown>> = {}): Settings {
  return { devices: [], readEveryMs: 1000, ...config };
}

/** A configured device as one that was found: without its hardware, too, it is a device of the desk. */
export function modelOf({ id, model, label, midi, osc }: DeviceSettings): DiscoveredModel {
  const address = midi ?? (osc ? `${osc.host}:${osc.port}` : '');
  return { id, transport, modelId: model, model, label: label ?? id, address };
}
