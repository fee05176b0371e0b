// A program that drives an X32, with the package x32-osc of npm: reads the whole tree, listens to meters, and moves a fader and a
// name as the lines of its input say. Word: the address of the desk. Says what happens, a line of JSON each.
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const { X32 } = createRequire(import.meta.url)('x32-osc');

let nodes = 0;
const ask = X32.prototype._getNode;
X32.prototype._getNode = function (address) {
  nodes += 1;
  return ask.call(this, address);
};
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

const desk = new X32(process.argv[2], 50);
desk.on('error', (error) => say({ event: 'error', message: String(error.message ?? error) }));
desk.on('closed', () => say({ event: 'closed' }));
desk.on('ready', () => {
  const { model, firmwareVersion } = desk;
  say({ event: 'ready', nodes, model, firmwareVersion });
  desk.meterSubscriptions = [1];
});
desk.once('meter', ({ number, meters }) => say({ event: 'meter', number, count: meters.length }));

const at = (path) => path.split('/').reduce((node, name) => node?.[name], desk.OSC);
createInterface({ input: process.stdin }).on('line', (line) => {
  const { get, set, to, tree } = JSON.parse(line);
  if (get !== undefined) say({ event: 'value', get, value: at(get) });
  if (tree !== undefined) say({ event: 'tree', counts: Object.keys(desk.OSC).length });
  if (set === undefined) return;
  const names = set.split('/');
  at(names.slice(0, -1).join('/'))[names.at(-1)] = to;
});
