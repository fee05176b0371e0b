// The row /clock/joined: the devices that exchange sound with the mixer beside the one that paces it.
import {
  type Audio,
  type FieldsOf,
  grantedOf,
  type JoinedDeviceFigures,
  type Row,
  stopAll,
  type Time,
  view,
} from 'rowdesk/provider';
import { joined } from './contract.ts';

const intervalMs = 1000;
/** An audio process whose JavaScript does not answer in this time, that was granted, has no figures. */
const timeoutMs = 500;

type Joined = FieldsOf<typeof joined>;
type Figures = readonly JoinedDeviceFigures[];

export function joinedRow(audio: Audio, time: Time): Row {
  let figures: Figures | undefined;
  return view('/clock/joined', {
    summary: 'Devices that join the one that drives, by its clock or resampled, and why others do not',
    fields: joined,
    onDemand: true,
    get: () => {
      const isRunning = audio.joined.devices.some(({ state }) => state === 'running' || state === 'filling');
      if (figures !== undefined || !isRunning) return rowOf(audio, figures ?? []);
      return sampleOnce(audio, time).then((sample) => rowOf(audio, sample));
    },
    watch: (_at, changed) =>
      stopAll(
        audio.readJoined(intervalMs, (read) => {
          figures = read;
          changed();
        }),
        audio.onChange(changed),
        () => {
          figures = undefined;
        },
      ),
  });
}

function rowOf({ joined: { devices, mostChannels }, devices: all, clock }: Audio, figures: Figures): Joined {
  const msOf = (frames = 0) => (clock.rate > 0 ? rounded((frames * 1000) / clock.rate, 3) : 0);
  return {
    mostChannels,
    devices: devices.map((device) => {
      const own = device.state === 'running' ? figures.find(({ id }) => id === device.id) : undefined;
      return {
        ...device,
        label: all.find(({ id }) => id === device.id)?.label ?? device.id,
        ratio: rounded(own?.ratio ?? 0, 9),
        deviationPpm: rounded(own?.deviationPpm ?? 0, 2),
        inputFillFrames: rounded(own?.inputFillFrames ?? 0, 1),
        outputFillFrames: rounded(own?.outputFillFrames ?? 0, 1),
        inputLatencyMs: msOf(own?.inputLatencyFrames),
        outputLatencyMs: msOf(own?.outputLatencyFrames),
        processorTimePercent: rounded(own?.processorTimePercent ?? 0, 2),
        processorTimeMaxPercent: rounded(own?.processorTimeMaxPercent ?? 0, 2),
      };
    }),
  };
}

/** Empty where no figures come in time. */
function sampleOnce(audio: Audio, time: Time): Promise<Figures> {
  return new Promise((resolve) => {
    const ends: (() => void)[] = [];
    const finish = (read: Figures) => {
      resolve(read);
      for (const end of ends.splice(0)) end();
    };
    ends.push(grantedOf(time).after(timeoutMs, () => finish([])));
    const stop = audio.readJoined(intervalMs, finish);
    // The sample may have come already.
    if (ends.length === 0) stop();
    else ends.push(stop);
  });
}

function rounded(value: number, digits: number): number {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
}
