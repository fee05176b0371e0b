// `node sessions.mjs FOLDER`: the built driver of sessions. Each line of its input is a list of values for the driver; it writes
// `{ sessions, counters, refused }` as JSON whenever that changes. It ends when its input does, as a driver's process ends.
import { createInterface } from 'node:readline';
import { setInterval } from 'node:timers';

const place = new URL('../../../hardware-drivers/aes67-sessions/dist/index.js', import.meta.url);
const { default: driver } = await import(place.href);
const names = ['id', 'transport', 'modelId', 'model', 'label', 'address'];
const model = Object.fromEntries(names.map((name) => [name, 'network']));
const log = (_level, words) => console.error(words);
const device = driver.open(model, { log, config: {}, runtimeFolder: process.argv[2], stateFolder: process.argv[2] });
let refused = [];
let revision = 0;
let last = '';
const look = setInterval(() => {
  const { values } = device.observe();
  const of = (wanted) => values.filter(({ field, value }) => field === wanted && value).map(({ value }) => value);
  const sessions = of('session').map(({ seenAtMs, ...session }) => session);
  const words = JSON.stringify({ sessions, counters: of('counters')[0], refused });
  if (words !== last) console.info(words);
  last = words;
}, 100);
const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  refused = device.apply(++revision, JSON.parse(line));
});
lines.on('close', () => {
  clearInterval(look);
  device.close();
});
