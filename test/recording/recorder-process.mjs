// The recorder as its process has it, without a desk: obeys messages of recorder-process.ts.
// Arguments: the runtime folder, and the folder of recordings.
import driver from '../../hardware-drivers/recorder/dist/index.js';

const [runtimeFolder, recordingsFolder] = process.argv.slice(2);
const [model] = driver.discover();
const device = driver.open(model, {
  log: () => {},
  mediaFolder: '',
  recordingsFolder,
  runtimeFolder,
  changedOnDevice: () => {},
  changed: () => {},
  warn: () => {},
});
let revision = 0;
const actions = {
  apply: ({ values }) => device.apply(++revision, values),
  call: ({ method, args }) => device.call(method, args),
  observe: () => device.observe().values,
  close: () => device.close(),
};

process.on('message', ({ id, action, ...rest }) => {
  let answer;
  try {
    answer = { id, result: actions[action](rest) };
  } catch (error) {
    answer = { id, error: error.message };
  }
  process.send(answer, () => action === 'close' && process.exit(0));
});
process.on('disconnect', () => process.exit(1));
