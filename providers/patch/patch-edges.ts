// What other providers may ask of the patch: which edges there are, and which strips sound gets to.
import { type Audio, type DeskReader, type Token, token } from 'rowdesk/provider';
import type { Layout } from '../console/index.ts';
import { type Edge, LivePatch } from './live-patch.ts';
import { Paths } from './paths.ts';

export class PatchEdges {
  static readonly token: Token<PatchEdges> = token<PatchEdges>('patch.edges');
  readonly live: LivePatch;
  readonly paths: Paths;

  constructor({ audio, layout }: { audio: Audio; layout: Layout }) {
    this.live = new LivePatch(layout, audio);
    this.paths = new Paths(layout);
  }

  list(desk: DeskReader): readonly Edge[] {
    return this.live.edges(desk);
  }
}
