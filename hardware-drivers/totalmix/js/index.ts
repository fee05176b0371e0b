// RME interfaces: preamps, routing and clock, by SysEx in class-compliant mode or by the OSC remote of TotalMix FX. Their
// sound comes through a card, which another driver opens.
import type { ControlDriver } from 'rowdesk/driver';
import { modelOf, settingsOf } from './settings.ts';

const driver: ControlDriver = {
  kind: 'stagebox',
  discover(context) {
    const { config } = context as { config?: Readonly<Record<string, unknown>> };
    return settingsOf(config).devices.map(modelOf);
  },
  open(model) {
    throw new Error(`${model.label}: this device can't be opened yet`);
  },
};

export default driver;
