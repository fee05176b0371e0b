// Audio by JACK: the desk is a client of the server, and the server's cycles drive the mixer.
import type { AudioDriver } from 'rowdesk/driver';
import { escapedId } from '../../lib/cycles/js/escaped-id.ts';
import { JackDevice } from './device.ts';
import { KnownLinks } from './links.ts';
import { loadNative } from './native.ts';
import { jackSearch, serverName } from './server.ts';

const mostOfId = 64;
const search = jackSearch();
const knownLinks = new Map<string, KnownLinks>();

const driver: AudioDriver = {
  kind: 'stagebox',
  discover() {
    const socket = search.find(process.env);
    if (!socket) return [];
    const id = `jack-${escapedId(socket.name, /[A-Za-z0-9._-]/, mostOfId)}`;
    const model = { transport: 'jack', modelId: 'jack', model: 'jack' };
    return [{ id, ...model, label: `JACK (${socket.name})`, address: socket.path }];
  },
  open(model, context) {
    const native = loadNative();
    // Throws the remedy before a connection is tried.
    native.version();
    const name = serverName(process.env);
    const links = knownLinks.get(name) ?? new KnownLinks();
    knownLinks.set(name, links);
    return JackDevice.open(native, model, { name, links }, context);
  },
};

export default driver;
