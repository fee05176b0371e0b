// The device, for a desk without one: `npm run simulator`, or in a test. It listens on TCP and speaks lines of JSON:
//   to it    {"revision": 7, "settings": [{"input": 1, "field": "gainDb", "value": 12}]}
//   from it  {"revision": 7, "gainDb": [12, 0], "phantom": [false, false], "label": ["", ""]}, and
//            "changed" beside them after a change at the device itself
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

/** Resolves once it listens; port 0 takes a free one. */
export async function simulate(port, host = '127.0.0.1') {
  const state = { revision: 0, gainDb: [0, 0], phantom: [false, false], label: ['', ''] };
  const sockets = new Set();
  const send = (more = {}) => {
    for (const socket of sockets) socket.write(`${JSON.stringify({ ...state, ...more })}\n`);
  };
  const apply = ({ input, field, value }) => {
    if (field === 'gainDb') state.gainDb[input - 1] = Math.min(60, Math.max(0, value));
    else state[field][input - 1] = value;
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    createInterface({ input: socket })
      .on('line', (line) => {
        const { revision, settings } = JSON.parse(line);
        state.revision = revision;
        settings.forEach(apply);
        send();
      })
      .on('error', () => {});
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return {
    state,
    port: server.address().port,
    /** Changes a value at the device itself. */
    turn(input, field, value) {
      apply({ input, field, value });
      send({ changed: { input, field, value } });
    },
    /** It is switched off. */
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

if (process.argv[1] === import.meta.filename) {
  const { port } = await simulate(8702);
  process.stdout.write(`The simulated exemplar listens on 127.0.0.1:${port}; Ctrl-C ends it.\n`);
}
