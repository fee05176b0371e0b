// A preamp of two inputs, controlled over TCP by a line of JSON each way (simulator.js says which). Where a real device
// differs: how the driver speaks to it. Reported is what the device has, never what the desk wants.
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

const inputs = [1, 2];
const fields = ['gainDb', 'phantom', 'label'];
/** Before a device that is not there is tried again. */
const againMs = 1000;

/**
 * `audioHalf`: the device with the sound of these ports; the host joins the two to one stagebox. A driver that knows the USB
 * port, the serial number or the stream of its device's sound names that by itself. `away`: why the device is not there.
 * @returns {import('rowdesk/driver').DeviceDescription}
 */
function describe({ id, label, model, transport }, audioHalf, away) {
  const port = (channel) => ({
    id: `in-${channel}`,
    label: `in ${channel}`,
    direction: 'input',
    channel,
    connector: 'xlr',
  });
  const latency = { inputLatencyFrames: 0, outputLatencyFrames: 0 };
  const ports = inputs.map(port);
  return { id, label, model, transport, ports, ...latency, clockId: '', supportedRates: [], audioHalf, away };
}

/** @type {import('rowdesk/driver').ControlDriver} */
export default {
  kind: 'stagebox',
  open(model, context) {
    const { host = '127.0.0.1', port = 8702, audioHalf } = context.config ?? {};
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

    const absence = () => `${host}:${port} does not answer: ${reason}`;
    const send = (values) => {
      const settings = values.map(({ input, field, value }) => ({ input, field, value }));
      socket.write(`${JSON.stringify({ revision, settings })}\n`);
    };
    const take = (line) => {
      const { changed, ...all } = JSON.parse(line);
      const isBack = state === undefined;
      state = all;
      // The host reads the description again: the half with the preamps is there.
      if (isBack) context.changed();
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
        if (state) {
          state = undefined;
          context.changed();
        }
        timer = setTimeout(begin, againMs);
      });
      createInterface({ input: socket })
        .on('line', take)
        .on('error', () => {});
    };
    begin();

    return {
      get description() {
        return describe(model, audioHalf, state ? '' : absence());
      },
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
        if (!state) throw new Error(absence());
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
