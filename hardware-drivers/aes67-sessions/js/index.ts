// What a network says about its audio: which sessions there are, what this desk announces, and which clock leads. It reads
// text and packets of strangers, in a process of its own that never touches sound, and runs on while the control process is
// away, so that what is announced stays announced.
import type { ControlDriver } from 'rowdesk/driver';
import { Counters } from './counters.ts';
import { NetworkDevice } from './device.ts';
import { NetPart } from './net/net-part.ts';
import { SessionsPart } from './sessions-part.ts';

const driver: ControlDriver = {
  kind: 'network',
  discover: () => [
    { id: 'network', transport: 'network', modelId: 'network', model: 'network', label: 'Network', address: '' },
  ],
  open: (model, context) => {
    const counters = new Counters();
    const parts = [SessionsPart.open(context, counters), NetPart.open(context, counters)];
    return new NetworkDevice(model, counters, parts);
  },
};

export default driver;
