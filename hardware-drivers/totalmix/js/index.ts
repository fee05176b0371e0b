// RME interfaces: preamps, routing and clock, by SysEx in class-compliant mode or by the OSC remote of TotalMix FX. Their
// sound comes through a card, which another driver opens.
import type { AudioHalf, ControlDriver, DiscoveredModel, DriverContext } from 'rowdesk/driver';
import { TotalMixDevice } from './device.ts';
import { usbMidis } from './discovery.ts';
import type { Hardware, HardwareEvents } from './hardware.ts';
import { channelsOfTable } from './remote/of-table.ts';
import { Remote } from './remote/remote.ts';
import { type DeviceSettings, modelOf, type Settings, settingsOf, transport } from './settings.ts';
import { openMidi } from './sysex/raw-midi.ts';
import { SysexHardware } from './sysex/sysex-hardware.ts';
import { type DeviceTable, readTables } from './sysex/table.ts';
import { systemTimers } from './timers.ts';
import { usbModels } from './usb-models.ts';

const tables = readTables();
/** Ids of the open devices: the first has the rows of /vendorA. */
const open = new Set<string>();

const driver: ControlDriver = {
  kind: 'stagebox',
  discover({ config }) {
    const { devices } = settingsOf(config);
    const isNamed = (midi: string) => devices.some((device) => device.midi === midi);
    return [...devices.map(modelOf), ...usbModels(usbMidis(), tables.values(), isNamed)];
  },
  open(model, context) {
    const settings = settingsOf(context.config);
    const device = settings.devices.find(({ id }) => id === model.id) ?? ofUsb(model, settings);
    open.add(model.id);
    return new TotalMixDevice({
      model,
      stagebox: device.model,
      audioHalf: audioHalfOf(device, model),
      context,
      isFirst: () => [...open].sort()[0] === model.id,
      timers: systemTimers,
      connect: (events) => connect(device, model, settings, events, context),
      closed: () => open.delete(model.id),
    });
  },
};

export default driver;

/** A device that USB shows. Throws Error where the configuration has it under another name. */
function ofUsb(model: DiscoveredModel, { devices }: Settings): DeviceSettings {
  const table = [...tables.values()].find(({ usb }) => usb.includes(model.modelId));
  if (model.transport === transport || table === undefined) {
    throw new Error(`${model.id} is not among the devices of the configuration of the driver totalmix`);
  }
  const midi = midiOf(model);
  const named = midi === undefined ? undefined : devices.find((device) => device.midi === midi);
  if (named) throw new Error(`the configuration has this device as ${named.id}`);
  return { id: model.id, model: table.model };
}

/** The file of the MIDI of a USB device; undefined while it is not there. */
function midiOf({ address, modelId }: DiscoveredModel): string | undefined {
  return usbMidis().find((each) => each.usbPort === address && each.modelId === modelId)?.midi;
}

function audioHalfOf(
  { audioHalf, midi }: DeviceSettings,
  { transport: by, address }: DiscoveredModel,
): AudioHalf | undefined {
  if (audioHalf !== undefined) return { id: audioHalf };
  const usbPort = by === 'usb' ? address : usbMidis().find((each) => each.midi === midi)?.usbPort;
  return usbPort === undefined ? undefined : { usbPort };
}

function connect(
  device: DeviceSettings,
  model: DiscoveredModel,
  { readEveryMs }: Settings,
  events: HardwareEvents,
  { log, warn }: DriverContext,
): Hardware {
  const table = tableOf(device);
  if (device.osc) {
    return new Remote({ settings: device.osc, channels: channelsOfTable(table), readEveryMs, log, warn }, events);
  }
  const openPort = () => {
    const midi = device.midi ?? (model.transport === 'usb' ? midiOf(model) : undefined);
    if (midi === undefined)
      throw new Error(`no MIDI port of ${model.label} is there; it has one in class-compliant mode`);
    return openMidi(midi, table.midiPort);
  };
  const serial =
    usbMidis().find(({ midi, usbPort }) => midi === device.midi || usbPort === model.address)?.serial ?? '';
  return new SysexHardware({ table, open: openPort, timers: systemTimers, events, readEveryMs, serial });
}

/** Throws Error that names the models there are. */
function tableOf({ id, model }: DeviceSettings): DeviceTable {
  const table = tables.get(model);
  if (table) return table;
  throw new Error(`${id}: there is no register table of ${model}; there are ${[...tables.keys()].join(', ')}`);
}
