// The ports of a server by their ids, and the ids of nodes that are there.
import type { ServerNode, ServerObjects, ServerPort } from './server-objects.ts';

export class PortIndex {
  /** `node:port` by the number of the port. */
  readonly ids = new Map<number, string>();
  readonly byId = new Map<string, ServerPort>();
  /** By the number of the node. */
  readonly byNode = new Map<number, ServerPort[]>();
  readonly nodes = new Map<string, ServerNode>();

  constructor(objects: ServerObjects) {
    for (const node of objects.nodes.values()) this.nodes.set(node.id, node);
    for (const port of objects.ports.values()) {
      const node = objects.nodes.get(port.node);
      if (node === undefined) continue;
      const id = `${node.id}:${port.part}`;
      this.ids.set(port.number, id);
      this.byId.set(id, port);
      const ports = this.byNode.get(port.node);
      if (ports === undefined) this.byNode.set(port.node, [port]);
      else ports.push(port);
    }
  }
}
