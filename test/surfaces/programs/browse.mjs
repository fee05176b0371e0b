// A program that finds a desk by OSCQuery on its network, with the package oscquery of npm: reads the whole tree, listens to
// a fader by a web socket, and moves it by OSC. Words: the fader, the level. Says what it found as JSON.
import { createRequire } from 'node:module';
import osc from 'osc';
import { OSCQueryDiscovery } from 'oscquery';

const { WebSocket } = createRequire(new URL('../../../package.json', import.meta.url))('ws');
const [, , fader, level] = process.argv;

const discovery = new OSCQueryDiscovery();
const found = new Promise((resolve, reject) => {
  discovery.on('up', resolve);
  discovery.on('error', reject);
});
discovery.start();
const service = await found;
discovery.stop();
const { hostInfo, address, port } = service;
const methods = service.flat().map(({ full_path: path }) => path);
const { arguments: args, access } = service.resolvePath(fader)._getMethodDescription(fader);

const socket = new WebSocket(`ws://${address}:${port}/`);
await new Promise((resolve) => socket.on('open', resolve));
const heard = [];
const moved = new Promise((resolve) => {
  socket.on('message', (message, isBinary) => {
    if (!isBinary) return;
    const { address: of, args: values } = osc.readPacket(message, {});
    if (of !== fader) return;
    heard.push(values[0]);
    if (heard.length === 1) move();
    if (values[0] === Number(level)) resolve();
  });
});
socket.send(JSON.stringify({ COMMAND: 'LISTEN', DATA: fader }));

const udp = new osc.UDPPort({
  localAddress: '0.0.0.0',
  localPort: 0,
  remoteAddress: address,
  remotePort: hostInfo.oscPort,
});
await new Promise((resolve) => {
  udp.on('ready', resolve);
  udp.open();
});
function move() {
  udp.send({ address: fader, args: [{ type: 'f', value: Number(level) }] });
}
await moved;
udp.close();
socket.close();
const said = JSON.stringify({ address, port, hostInfo, methods, fader: { args, access }, heard });
process.stdout.write(said, () => process.exit(0));
