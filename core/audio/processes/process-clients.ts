// The clients of all driver processes: of the audio process first, then one for each control-only driver.
import { processFiles } from '../../system/runtime-folder.ts';
import { type DriverPackage, orderOf } from '../discovery/package.ts';
import { audioName } from './audio-snapshot.ts';
import { type ClientEvents, ProcessClient } from './process-client.ts';
import { controlName, isInAudio, lifeOf } from './process-share.ts';
import type { ProcessesOptions } from './processes-options.ts';
import type { RemoteTargets } from './remote-targets.ts';

export function makeClients(options: ProcessesOptions, targets: RemoteTargets, events: ClientEvents): ProcessClient[] {
  const { packages } = options;
  const client = (name: string, own: readonly DriverPackage[]) => makeClient(name, own, options, targets, events);
  const inAudio = packages.filter(isInAudio);
  const alone = packages.filter((each) => !inAudio.includes(each));
  const audio = inAudio.some(({ manifest }) => manifest.kind === 'mixer') ? [client(audioName, inAudio)] : [];
  return [...audio, ...alone.map((each) => client(controlName(each.name), [each]))];
}

function makeClient(
  name: string,
  packages: readonly DriverPackage[],
  { stateFolder, config, time, launch, log, measurements }: ProcessesOptions,
  targets: RemoteTargets,
  events: ClientEvents,
): ProcessClient {
  const files = processFiles(stateFolder, name);
  const { lingerS, graceMs } = lifeOf(name, packages, config);
  const order = packages.map(orderOf);
  return new ProcessClient(
    { stateFolder, name, files, lingerS, graceMs, time, launch, log, measurements, packages: order, targets },
    events,
  );
}
