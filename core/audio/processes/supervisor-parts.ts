// What the supervisor of a driver process needs, and the events in the life of that process.
import type { Time } from '../../services.ts';
import type { ProcessFiles } from '../../system/runtime-folder.ts';
import type { ProcessHello } from '../link/messages.ts';
import type { ControlLink } from './control-link.ts';
import type { Crash } from './crash.ts';
import type { Launch } from './launch.ts';
import type { LinkEvents, LinkListeners } from './link-events.ts';
import type { PulseEvents } from './pulse.ts';

export interface SupervisorEvents extends Pick<LinkEvents, 'foreign' | 'targets'>, Pick<PulseEvents, 'silent'> {
  /** The process is there; `link` may be used until it is lost. */
  hello(link: ControlLink, hello: ProcessHello): void;
  /** The link is closed; the targets of the process are absent. */
  lost(reason: string): void;
  /** The process restarts in this many milliseconds. */
  crashed(crash: Crash, restartMs: number): void;
  /** The process was ended on purpose; the supervisor does not restart it. */
  stopped(reason: string): void;
  /** The process can't be started, or does not answer. '' clears it. */
  trouble(words: string): void;
}

export interface SupervisorParts {
  readonly stateFolder: string;
  readonly name: string;
  readonly files: ProcessFiles;
  readonly lingerS: number | null;
  /** How long the process may be silent before it is ended; 0 for no more than any other. */
  readonly graceMs: number;
  readonly time: Time;
  readonly launch: Launch;
  readonly listeners: LinkListeners;
}
