// The entry point of the processes that load native code. Started by core/audio/processes/launch.ts and by `rowdesk drive`.
import { parseArgs } from 'node:util';
import { endProcess, reserveProcessEnd } from '../../system/process-end.ts';
import { runDriverProcess } from './run.ts';

const { values } = parseArgs({
  options: {
    state: { type: 'string' },
    name: { type: 'string', default: 'audio' },
    'linger-s': { type: 'string', default: '' },
  },
});
reserveProcessEnd();
if (values.state === undefined) throw new Error('--state FOLDER is missing');
const code = await runDriverProcess({
  stateFolder: values.state,
  name: values.name,
  lingerS: values['linger-s'] === '' ? null : Number(values['linger-s']),
  foreground: false,
});
endProcess(code);
