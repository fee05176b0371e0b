// What the audio host (audio-host.ts) needs of its process.
import type { DriverContext, DriverFolders, Watchdog } from '../../driver.ts';
import type { Time } from '../../services.ts';
import type { AudioThread } from './audio-thread.ts';
import type { CallMarkers } from './call-markers.ts';
import type { JoinNative } from './join-plan.ts';
import type { DriverModules } from './modules.ts';

export interface AudioHostParts {
  readonly time: Time;
  readonly modules: DriverModules;
  readonly marks: CallMarkers;
  readonly watchdog?: Watchdog;
  /** Undefined: no device joins the driving one. */
  readonly joining?: JoinNative;
  /** Undefined: no audio thread runs here. */
  readonly thread?: AudioThread | undefined;
  /** The context of a driver; the host adds what depends on the device. */
  readonly contextOf: (driver: string) => DriverFolders & Pick<DriverContext, 'log'>;
  /** The status changed. */
  readonly changed: () => void;
  /** A target came or went. */
  readonly targetsChanged: () => void;
  /** The status may have changed by itself. */
  readonly looked: () => void;
  /** Observed values may have changed, and the status has not. */
  readonly look: () => void;
  /** A driver reports that devices came or went. */
  readonly rediscover: () => void;
  /** Values changed at a device, by hand. */
  readonly changedOnDevice: (target: string, values: Parameters<DriverContext['changedOnDevice']>[0]) => void;
}
