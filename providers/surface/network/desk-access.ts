// How a surface reaches the desk: where it is, under which name, and with which key where the desk asks for one.
import type { SurfaceGiven } from 'rowdesk/surface';

export type DeskAccess = Pick<SurfaceGiven<object>, 'url' | 'key' | 'actor'>;
