// Warnings about devices and their drivers. Pure.
import { isWithoutPorts } from '../../driver.ts';
import type { Box } from '../../services.ts';
import type { Status } from '../link/shapes.ts';
import { type AudioSnapshot, statuses } from '../processes/audio-snapshot.ts';
import { missingHalf } from './box-warnings.ts';
import { troubledIn } from './joined-view.ts';
import { type Raised, warning } from './raised-warning.ts';

/** The absent half of a box is a matter of the box. */
export function ofDevices(snapshot: AudioSnapshot, boxes: readonly Box[]): Raised[] {
  const { choices, models } = snapshot.planned;
  const ties = choices
    .filter(({ tied }) => tied.length > 0)
    .map(({ model, tied }) => {
      const detail = `${tied.join(' and ')} match it equally well, so none is used. Name one in preferDrivers of the configuration.`;
      const title = `Several drivers match ${model.label}`;
      return {
        ...warning(`driver-tie-${model.id}`, 'driver-tie', title, detail, { drivers: tied }),
        device: model.id,
      };
    });
  const missing = new Set(boxes.map(missingHalf));
  // Before the first process has answered, no discovery has run.
  const absent = (statuses(snapshot).length > 0 ? models : [])
    .filter(({ isThere, model }) => !isThere && !missing.has(model.id))
    .map(({ model, isConfigured }) => {
      const title = `${model.label} is absent`;
      const why = isConfigured ? 'It is named in the configuration' : 'It was there';
      const detail = `${why}, and discovery does not find it.`;
      return {
        ...warning(`device-${model.id}`, 'device-absent', title, detail, { id: model.id }),
        device: model.id,
      };
    });
  const failed = statuses(snapshot)
    .flatMap(({ failures }) => failures)
    .map(({ driver, id, reason }) => {
      const title = `${driver} can not use ${id}`;
      const failure = warning(`device-${id}-${driver}`, 'device-failed', title, reason, { driver, id });
      const kind = snapshot.packages.find(({ name }) => name === driver)?.manifest.kind;
      // Those are no devices with a row.
      return isWithoutPorts(kind) ? failure : { ...failure, device: id };
    });
  const otherClocks = statuses(snapshot)
    .flatMap(({ devices }) => devices)
    .filter(({ state, fallback }) => state === 'different-clock' && !fallback)
    .map(({ id, reason }) => {
      const title = `${id} has another clock and is not used`;
      return { ...warning(`device-${id}`, 'different-clock', title, reason, { id }), device: id };
    });
  return [...ties, ...absent, ...failed, ...otherClocks, ...statuses(snapshot).flatMap(ofJoined)];
}

/** A joined device that is there and not heard, and one whose sound was missing for a moment. */
function ofJoined(status: Status): Raised[] {
  return troubledIn(status).flatMap(({ id, reason, gaps, hasGaps }) => {
    const silent = warning(`device-${id}`, 'joined-failed', `${id} has joined and is not heard`, reason, { id });
    const detail = `Sound from it or to it was missing within the last minute; gaps since it joined: ${gaps}. Longer blocks, or a processor with less to do, mend it.`;
    const gap = warning(`device-${id}-gaps`, 'joined-gaps', `The sound of ${id} had gaps`, detail, { id, gaps });
    return [...(reason === '' ? [] : [silent]), ...(hasGaps ? [gap] : [])].map((each) => ({ ...each, device: id }));
  });
}
