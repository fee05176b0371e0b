// PipeWire beside the desk: what it has, how it is linked and by what it runs, and the links that the desk wants there.
import type { ControlDriver } from 'rowdesk/driver';
import { nodeId } from './ids.ts';
import { loadNative } from './native.ts';
import { PipeWireServer } from './server.ts';
import { findSocket, pipeWireSearch } from './socket.ts';

const search = pipeWireSearch();

const driver: ControlDriver = {
  kind: 'graph',
  discover() {
    const socket = search.find(process.env);
    if (!socket) return [];
    const id = nodeId(socket.name);
    const model = { transport: 'pipewire', modelId: 'pipewire', model: 'pipewire' };
    return [{ id, ...model, label: `PipeWire (${socket.name})`, address: socket.path }];
  },
  open(model, context) {
    const native = loadNative();
    // says what is missing before anything is tried
    native.version();
    const socket = model.address || findSocket(process.env)?.path;
    if (!socket) throw new Error('PipeWire has no socket here; start it, or say where with PIPEWIRE_RUNTIME_DIR');
    return new PipeWireServer(native, model, socket, context);
  },
};

export default driver;
