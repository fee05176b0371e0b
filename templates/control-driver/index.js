// A preamp of two inputs, controlled over TCP by a line of JSON each way (simulator.js says which). Where a real device
// differs: how it is spoken to. What it has is what it reported, never what was asked of it.
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

const inputs = [1, 2];
const fields = ['gainDb', 'phantom', 'label'];
/** Before a device that is not there is tried again. */
const againMs = 1000;

/** @returns {import('rowdesk/driver').DeviceDescription} */
function describe({ id, label, model, transport }) {
  const port = (channel) => ({
    id: `in-${channel}`,
    label: `in ${channel}`,
    direction: 'input',
    channel,
    connector: 'xlr',
  });
  const latency = { inputLatencyFrames: 0, outputLatencyFrames: 0 };
  return { id, label, model, transport, ports: inputs.map(port), ...latency, clockId: '', supportedRates: [] };
}

/** @type {import('rowdesk/driver').ControlDriver} */
export default {
  kind: 'stagebox',
  open(model, context) {
    const { host = '127.0.0.1', port = 8702 } = context.config ?? {};
    const path = (input) => `/stagebox/${model.id}/inputs/${input}`;
    /** By `path field`: what the device takes, and what it has no memory for. */
    const desired = new Map();
    const others = new Map();
    let revision = 0;
    /** As the device reported it last; undefined while it is not there. */
    let state;
    let reason = 'it has not answered yet';
    let socket;
    let timer;

    const send = (values) => {
      const settings = values.map(({ input, field, value }) => ({ input, field, value }));
      socket.write(`${JSON.stringify({ revision, settings })}\n`);
    };
    const take = (line) => {
      const { changed, ...all } = JSON.parse(line);
      state = all;
      // A control of the device was changed by hand: the desk adopts the value.
      if (changed) {
        const { input, field, value } = changed;
        desired.set(`${path(input)} ${field}`, { input, field, value });
        context.changedOnDevice([{ path: path(input), field, value, state: 'applied' }]);
      }
    };
    const begin = () => {
      socket = connect(port, host);
      socket.on('connect', () => send([...desired.values()]));
      // Without this an absent device would be an exception that nobody caught.
      socket.on('error', (error) => {
        reason = error.message;
      });
      socket.on('close', () => {
        state = undefined;
        timer = setTimeout(begin, againMs);
      });
      createInterface({ input: socket })
        .on('line', take)
        .on('error', () => {});
    };
    begin();

    return {
      description: describe(model),
      target: `stagebox:${model.id}`,
      apply(newest, values) {
        revision = newest;
        const changed = [];
        for (const value of values) {
          const input = inputs.find((each) => path(each) === value.path);
          const key = `${value.path} ${value.field}`;
          if (input === undefined || !fields.includes(value.field)) others.set(key, { ...value, state: 'unverified' });
          else {
            const setting = { input, field: value.field, value: value.value };
            desired.set(key, setting);
            changed.push(setting);
          }
        }
        if (state) send(changed);
        return [];
      },
      observe() {
        if (!state) throw new Error(`${host}:${port} does not answer: ${reason}`);
        const values = inputs.flatMap((input) =>
          fields.map((field) => ({ path: path(input), field, value: state[field][input - 1], state: 'applied' })),
        );
        return { revision: state.revision, values: [...values, ...others.values()] };
      },
      close() {
        clearTimeout(timer);
        socket.removeAllListeners('close').destroy();
      },
    };
  },
};
