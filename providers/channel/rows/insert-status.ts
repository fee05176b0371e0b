import {
  type Audio,
  type DeskReader,
  type Drivers,
  follow,
  type ObservedReader,
  type Row,
  Type,
  view,
} from 'rowdesk/provider';
import type { Layout } from '../../console/index.ts';
import { processorAddresses, processorPath } from '../chain-addresses.ts';
import { params } from '../contract.ts';
import { hasHardware, insertLatency, millisecondsOf } from '../insert-latency.ts';
import { whyNoHost } from '../plugin-host.ts';
import type { Processors } from '../processors.ts';
import { processorId } from './processor.ts';

const states = ['none', 'loading', 'running', 'set-aside', 'quarantined', 'missing'] as const;
const sounds = ['none', 'dry', 'silence', 'plugin', 'return'] as const;
type State = (typeof states)[number];

/** How the plugin of an insert or an effect does, or the hardware of an insert. */
export function insertStatusRow(layout: Layout, processors: Processors, audio: Audio, drivers: Drivers): Row {
  return view('/channel/{kind}/{index}/chain/processors/{processorId}/status', {
    summary:
      'How the plugin of an insert or an effect does, or hardware: whether it is heard, and why not, how late and how busy it is',
    params: { ...params, processorId },
    addresses: processorAddresses(layout, processors, ({ isHosted }) => isHosted),
    fields: {
      state: Type.Enum([...states], {
        title: 'Whatever it is but running, the strip plays on without the plugin or the hardware; an effect is silent',
      }),
      reason: Type.String({ title: 'Why it is not heard; empty where nothing is wrong' }),
      heard: Type.Enum([...sounds], {
        title:
          'What the mixer plays there: nothing of its own, the dry sound as late (of an effect silence), the plugin, what comes back from hardware',
      }),
      latencyFrames: Type.Integer({
        unit: 'frames',
        title:
          'How late the insert makes the strip, also while it is passed by; of an effect its return, and nothing waits',
      }),
      latencyMs: Type.Number({ unit: 'ms', title: 'The same in time' }),
      instances: Type.Integer({ title: 'How many of it run here: two for a stereo strip and a plugin of one channel' }),
      loadPercent: Type.Number({ unit: '%', title: 'Of the time of a block' }),
      lateBlocks: Type.Integer({
        unit: 'blocks',
        title: 'That were not done in time, since it was chosen or the device began',
      }),
    },
    atMostEveryMs: 100,
    get: (at, desk, observed) => {
      const path = processorPath(at);
      const number = (field: string) => Number(observed.read(path, field)?.value ?? 0);
      const latencyFrames = insertLatency(path, { audio, processors }, desk, observed);
      return {
        ...stateAt(path, { processors, drivers }, desk, observed),
        ...{ latencyFrames, latencyMs: millisecondsOf(latencyFrames, audio.clock.rate) },
        heard: (observed.read(path, 'heard')?.value ?? 'none') as (typeof sounds)[number],
        ...{ instances: number('instances'), loadPercent: number('loadPercent'), lateBlocks: number('lateBlocks') },
      };
    },
    watch: follow(audio, drivers, (changed) => processors.onHosted(changed)),
  });
}

/** What the plugin host has not said yet follows from what the desk wants. */
function stateAt(
  path: string,
  { processors, drivers }: { readonly processors: Processors; readonly drivers: Drivers },
  desk: DeskReader,
  observed: ObservedReader,
) {
  const { plugin } = desk.read(path);
  if (plugin === '') return hardwareAt(path, observed);
  if (processors.isBuiltIn(plugin)) return { state: 'none' as const, reason: '' };
  const fault = String(observed.read(path, 'fault')?.value ?? '');
  if (processors.hosted(plugin) === undefined) {
    return { state: 'missing' as const, reason: processors.whyMissing(plugin as string) };
  }
  const reported = observed.read(path, 'state')?.value as State | undefined;
  if (reported === undefined || reported === 'none' || reported === 'missing') {
    return { state: 'loading' as const, reason: fault || whyNoHost(drivers) };
  }
  return { state: reported, reason: fault || String(observed.read(path, 'reason')?.value ?? '') };
}

const unanswered = 'sound is sent to the hardware, and nothing comes back: a cable, or its power';

/** Of a place without a plugin. */
function hardwareAt(path: string, observed: ObservedReader) {
  const state: State = hasHardware(path, observed) ? 'running' : 'none';
  const reason = state === 'none' ? '' : String(observed.read(path, 'hardwareReason')?.value ?? '');
  if (reason !== '') return { state: 'missing' as const, reason };
  const isUnanswered = state === 'running' && observed.read(path, 'unanswered')?.value === true;
  return isUnanswered ? { state: 'set-aside' as const, reason: unanswered } : { state, reason };
}
