// What other providers may ask of the patch: which edges there are, which strips sound gets to, and which of them a
// stagebox silences.
import { type Audio, type DeskReader, type Graph, type ObservedReader, type Token, token } from 'rowdesk/provider';
import { type Layout, type StripRef, stripPath } from '../console/index.ts';
import { type Edge, LivePatch } from './live-patch.ts';
import { Paths } from './paths.ts';
import { isThere, silenceAt } from './ports.ts';
import { ServerPorts } from './server-ports.ts';

export interface PatchEdgesNeeds {
  readonly audio: Audio;
  readonly graph: Graph;
  readonly layout: Layout;
}

export class PatchEdges {
  static readonly token: Token<PatchEdges> = token<PatchEdges>('patch.edges');
  readonly live: LivePatch;
  readonly paths: Paths;
  readonly servers: ServerPorts;
  readonly #audio: Audio;

  constructor(needs: PatchEdgesNeeds) {
    this.#audio = needs.audio;
    this.servers = new ServerPorts(needs.graph);
    this.live = new LivePatch(needs.layout, needs.audio, this.servers);
    this.paths = new Paths(needs.layout);
  }

  list(desk: DeskReader): readonly Edge[] {
    return this.live.edges(desk);
  }

  /** The port is there: of a device that is plugged in, or of a node of an audio server that works. */
  isThere(portId: string): boolean {
    return isThere(portId, this.#audio, this.servers);
  }

  /** The virtual soundcheck: the strip hears a take in the place of its source, as the mixer reports. */
  isPlayed(strip: StripRef, observed: ObservedReader): boolean {
    return observed.read(stripPath(strip), 'isPlayed')?.value === true;
  }

  /**
   * True for a strip that nothing is heard of because a stagebox lets nothing through: neither of the ports that it hears,
   * or at none of those where it is played, by itself or by the buses that it gets to.
   */
  isSilencedByBox(strip: StripRef, desk: DeskReader, observed: ObservedReader): boolean {
    const { heard, played } = this.live.edgesAt(strip, desk);
    if (!this.isPlayed(strip, observed) && this.#isSilent(heard, desk, observed)) return true;
    if (!this.#isSilent(played, desk, observed)) return false;
    const ways = [...this.paths.from(strip, desk).values()];
    const others = ways.map((way) => way.at(-1) as StripRef).filter((ref) => stripPath(ref) !== stripPath(strip));
    return !others.some((ref) =>
      this.live.edgesAt(ref, desk).played.some((edge) => !this.#silenceOf(edge, desk, observed)),
    );
  }

  /** Of ports that are merely not there /patch says so. */
  #isSilent(edges: readonly Edge[], desk: DeskReader, observed: ObservedReader): boolean {
    const silences = edges.map((edge) => this.#silenceOf(edge, desk, observed));
    return silences.every((silence) => silence !== undefined) && silences.some((silence) => silence?.isOfBox);
  }

  #silenceOf({ portId, direction }: Edge, desk: DeskReader, observed: ObservedReader) {
    return silenceAt(portId, direction, { audio: this.#audio, servers: this.servers, desk, observed });
  }
}
