// Every device that is there, was there or is named by configuration, with the driver that it got and why. Pure.

import type { ModelChoice } from '../discovery/choice.ts';
import type { PresentDevice } from '../discovery/device-presence.ts';
import type { UsbDevice } from '../discovery/usb.ts';
import { type AudioSnapshot, statuses } from '../processes/audio-snapshot.ts';
import { hasNoPorts } from './audio-view.ts';
import { absence } from './box-facts.ts';

/** `attached`: what USB shows, whether or not a driver is for it. Those without one come last. */
export function foundDevicesOf(snapshot: AudioSnapshot, attached: readonly UsbDevice[]): readonly PresentDevice[] {
  const { models, choices, leftOut } = snapshot.planned;
  const vendorOf = (id: string) => attached.find((device) => device.id === id)?.vendor ?? '';
  const devices = models.filter(({ model }) => !hasNoPorts(snapshot, model));
  const known = devices.map(({ model, isConfigured, isThere }): PresentDevice => {
    const choice = choices.find((each) => each.model.id === model.id);
    const chosen = choice?.chosen;
    return {
      ...model,
      audioHalf: '',
      vendor: vendorOf(model.id),
      present: isThere,
      adopted: isConfigured || (chosen !== undefined && !leftOut.has(model.id)),
      driver: chosen?.driver ?? '',
      score: chosen?.score ?? 0,
      reason: choice === undefined ? absence({ isConfigured }) : reasonOf(choice, snapshot),
    };
  });
  const isKnown = new Set(known.map(({ id }) => id));
  const others = attached
    .filter(({ id }) => !isKnown.has(id))
    .map(
      (device): PresentDevice => ({
        ...device,
        audioHalf: '',
        present: true,
        adopted: false,
        driver: '',
        score: 0,
        reason: noDriver(device),
      }),
    );
  return [...known, ...others];
}

function reasonOf({ model, chosen, tied }: ModelChoice, snapshot: AudioSnapshot): string {
  if (tied.length > 0)
    return `${tied.join(' and ')} match equally well; name one in preferDrivers of the configuration`;
  if (chosen !== undefined) {
    const { taken, leftOut } = snapshot.planned;
    const match = `${chosen.driver} matches its ${chosen.score === 3 ? 'id' : chosen.score === 2 ? 'model' : 'kind'}`;
    return leftOut.get(model.id) ?? (taken.has(model.id) ? `${match}, and ${taken.get(model.id)}` : match);
  }
  const failures = statuses(snapshot).flatMap((status) => status.failures.filter(({ id }) => id === model.id));
  if (failures.length > 0) return failures.map(({ driver, reason }) => `${driver}: ${reason}`).join('; ');
  return noDriver(model);
}

function noDriver({ transport, modelId }: Pick<PresentDevice, 'transport' | 'modelId'>): string {
  return `no driver is for ${transport} ${modelId}; install one, and name it under "drivers" of the configuration`;
}
