// How a surface reaches the desk: where it is, under which name, and with which key where the desk asks for one.
import { Client, type ClientOptions } from 'rowdesk/client';
import { ask, type SurfaceGiven } from 'rowdesk/surface';

export type DeskAccess = Pick<SurfaceGiven<object>, 'url' | 'key' | 'actor'>;

export const deskClient = ({ url, key, actor }: DeskAccess, options: Pick<ClientOptions, 'intervalMs'> = {}): Client =>
  new Client(url, { key, actor, transport: ask, ...options });
