// Gives adapters their ports, where no session manager does.
import type { NativeConnection, PortConfig } from './native.ts';
import type { ServerGraph } from './server-graph.ts';
import type { ServerNode, ServerObjects } from './server-objects.ts';

/**
 * The application names of session managers: WirePlumber (0.4 and 0.5; its second connection is `WirePlumber [export]`)
 * and pipewire-media-session. The protocol has no other mark of them that both have.
 */
const managers = /^(WirePlumber|pipewire-media-session)\b/i;

/** A session manager that starts with the server is there within this, and comes first. */
const patienceMs = 1500;
const betweenTriesMs = 5000;
const mostTries = 3;
/** Of the format that an adapter is configured with: the server converts to what its graph runs at. */
const rate = 48_000;

export class Adapters {
  readonly #tries = new WeakMap<ServerNode, { readonly count: number; readonly atMs: number }>();

  /** Configures adapters that are without ports for long enough. `sinceMs`: the server is known since. */
  keep(graph: ServerGraph, connection: Pick<NativeConnection, 'configure'>, sinceMs: number, nowMs: number): void {
    if (graph.reason !== '' || nowMs - sinceMs < patienceMs || hasManager(graph.objects)) return;
    for (const node of graph.objects.nodes.values()) {
      if (nowMs - node.sinceMs < patienceMs || graph.ports.byNode.has(node.number)) continue;
      const config = configOf(node);
      const { count, atMs } = this.#tries.get(node) ?? { count: 0, atMs: Number.NEGATIVE_INFINITY };
      if (config === undefined || count >= mostTries || nowMs - atMs < betweenTriesMs) continue;
      this.#tries.set(node, { count: count + 1, atMs: nowMs });
      connection.configure(node.number, config);
    }
  }
}

export function hasManager({ clients }: ServerObjects): boolean {
  return [...clients.values()].some((name) => managers.test(name));
}

/** As a session manager does it; undefined for what is no adapter of audio. */
function configOf({ mediaClass, info }: ServerNode): PortConfig | undefined {
  if (info?.isConfigurable !== true) return undefined;
  // A virtual source is a sink inside, and gives what its monitor does.
  if (/^Audio\/(Sink|Duplex|Source\/Virtual)/.test(mediaClass)) return { isInput: true, isMonitored: true, rate };
  if (/^(Audio\/Source|Stream\/Output\/Audio)/.test(mediaClass)) return { isInput: false, isMonitored: false, rate };
  return mediaClass.startsWith('Stream/Input/Audio') ? { isInput: true, isMonitored: false, rate } : undefined;
}
