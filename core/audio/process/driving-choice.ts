// Which device of a plan drives the mixer.
import type { DeviceDescription } from '../../driver.ts';
import type { ProcessPlan } from '../link/shapes.ts';
import type { ActiveStream, StreamedMixer } from './active-stream.ts';
import type { Devices } from './devices.ts';
import { messageOf } from './untrusted.ts';

export interface DrivingChoiceParts {
  readonly mixer: StreamedMixer;
  readonly driving: ActiveStream;
  readonly devices: Devices;
  readonly warn: (driver: string, words: string) => void;
}

/** The first device of the plan that can be started drives. */
export async function chooseDriving(
  { devices: planned, rate, blockFrames }: ProcessPlan,
  { mixer, driving, devices, warn }: DrivingChoiceParts,
): Promise<void> {
  for (const { model } of planned) {
    const open = devices.openedAudio(model.id);
    if (!open) continue;
    const isDriving = () => driving.description?.id === model.id;
    try {
      if (isDriving()) await driving.adapt({ rate, blockFrames });
      else await driving.start(mixer, open.device, open.description, { rate, blockFrames });
    } catch (error) {
      const reason = messageOf(error);
      if (isDriving()) warn(open.planned.driver, `it goes on as it was: ${reason}`);
      else devices.setAside(model.id, 'failed', reason);
    }
    if (isDriving()) return;
  }
}

/** Sets aside devices with another clock than the driving one's: their samples would drift. */
export function setAsideOtherClocks(
  { devices: planned }: ProcessPlan,
  devices: Devices,
  driving: DeviceDescription | undefined,
): void {
  if (!driving) return;
  for (const { model } of planned) {
    const open = devices.openedAudio(model.id);
    if (!open || open.description.clockId === driving.clockId) continue;
    const reason = `its clock is '${open.description.clockId}', the mixer runs by '${driving.clockId}' of ${driving.id}`;
    devices.setAside(model.id, 'different-clock', reason);
  }
}
