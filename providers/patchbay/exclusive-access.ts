// What of the desk's ports nobody else is linked to: as the graph says that it holds it, as it is seen, and as far as
// what is beside the desk can be kept from it.
import type { DeskReader, Graph, ObservedReader } from 'rowdesk/provider';
import type { ExternalEdges } from './external-edges.ts';
import { filterPath, hidingIn } from './hiding.ts';

export const exclusivePath = '/patchbay/exclusive';
const levels = ['none', 'outputs', 'all'] as const;
export type ExclusiveLevel = (typeof levels)[number];

export interface Exclusivity {
  readonly wanted: ExclusiveLevel;
  readonly held: ExclusiveLevel;
  /** Why it is not what is wanted, in words; '' where it is. */
  readonly reason: string;
}

export class ExclusiveAccess {
  readonly #graph: Graph;
  readonly #external: ExternalEdges;

  constructor(graph: Graph, external: ExternalEdges) {
    this.#graph = graph;
    this.#external = external;
  }

  now(desk: DeskReader, observed: ObservedReader): Exclusivity {
    const wanted = desk.read(exclusivePath).wanted as ExclusiveLevel;
    if (wanted === 'none') return { wanted, held: 'none', reason: '' };
    const limits = [this.#ofTarget(observed), this.#ofServers(wanted, desk), this.#ofLinks()];
    const held = least([wanted, ...limits.map((limit) => limit.hold)]);
    const reasons = limits.filter(({ hold }) => least([hold, wanted]) !== wanted).map(({ reason }) => reason);
    return { wanted, held, reason: reasons.join('; ') };
  }

  onChange(changed: () => void): () => void {
    return this.#graph.onChange(changed);
  }

  /** What the graph that the mixer is in says that it holds. */
  #ofTarget(observed: ObservedReader): Limit {
    const report = observed.read(exclusivePath, 'wanted');
    if (report === undefined) return { hold: 'none', reason: 'the mixer does not run, and nothing is held' };
    const hold = levels.find((each) => each === report.value) ?? 'none';
    return { hold, reason: report.reason ?? `the graph holds ${hold}` };
  }

  /** What is offered of a server beside the desk may be linked by anybody; what is hidden of it is none of ours. */
  #ofServers(wanted: ExclusiveLevel, desk: DeskReader): Limit {
    const whyHidden = hidingIn(desk);
    const isOffered = (id: string) =>
      this.#graph.nodes
        .filter(({ device, present }) => device === id && present)
        .flatMap(({ ports }) => ports)
        .some((port) => (wanted === 'all' || port.direction === 'sink') && whyHidden(port.id) === undefined);
    const open = this.#graph.servers.filter(({ id, present }) => present && isOffered(id));
    const reasons = open.map(({ id, label, readOnly }) => {
      return `${label} is not held: ${readOnly || 'it is beside the desk'}; exclude ${id}:* at ${filterPath} if nobody patches it here`;
    });
    return { hold: open.length > 0 ? 'none' : 'all', reason: reasons.join('; ') };
  }

  #ofLinks(): Limit {
    const [toOutputs, fromInputs] = [this.#external.at('output'), this.#external.at('input')];
    const owners = [...new Set([...toOutputs, ...fromInputs].map(({ owner }) => owner))].join(', ');
    const reason = `links of ${owners} are at ports of the desk`;
    if (toOutputs.length > 0) return { hold: 'none', reason };
    return { hold: fromInputs.length > 0 ? 'outputs' : 'all', reason };
  }
}

interface Limit {
  readonly hold: ExclusiveLevel;
  /** Why it is no more. */
  readonly reason: string;
}

const least = (each: readonly ExclusiveLevel[]): ExclusiveLevel =>
  levels[Math.min(...each.map((hold) => levels.indexOf(hold)))] ?? 'none';
