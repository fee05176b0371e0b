// Audio by PipeWire: the desk is a node of the server, and the server's cycles drive the mixer.
import type { AudioDriver } from 'rowdesk/driver';
import { nodeId } from '../../pipewire/js/ids.ts';
import { findSocket, pipeWireSearch } from '../../pipewire/js/socket.ts';
import { PipeWireDevice } from './device.ts';
import { loadNative } from './native.ts';

const search = pipeWireSearch();

const driver: AudioDriver = {
  kind: 'stagebox',
  discover() {
    const socket = search.find(process.env);
    if (!socket) return [];
    const model = { transport: 'pipewire', modelId: 'pipewire-io', model: 'pipewire-io' };
    return [{ id: `${nodeId(socket.name)}-io`, ...model, label: `PipeWire (${socket.name})`, address: socket.path }];
  },
  open(model, context) {
    const native = loadNative();
    // Throws the remedy before a connection is tried.
    native.version();
    const socket = model.address || findSocket(process.env)?.path;
    if (!socket) throw new Error('PipeWire has no socket here; start it, or name its folder with PIPEWIRE_RUNTIME_DIR');
    return PipeWireDevice.open(native, model, socket, context);
  },
};

export default driver;
