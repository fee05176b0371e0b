// Ends links that others made. Each is ended where it is: in the graph that the mixer is in, or on an audio server.
import { type Audio, type DeskReader, type Time, until } from 'rowdesk/provider';
import type { ExternalEdge, ExternalEdges } from './external-edges.ts';
import { hidingIn } from './hiding.ts';

export interface KeptLink {
  readonly edge: string;
  /** In words. */
  readonly reason: string;
}

/** A graph says within this that a link has gone; whoever made it may have made it again. */
const goneWithinMs = 2000;

export interface EndingNeeds {
  readonly audio: Audio;
  readonly time: Time;
  readonly external: ExternalEdges;
}

/** Which of them a disconnect ends, and why it leaves the others. */
export function endable(
  external: ExternalEdges,
  desk: DeskReader,
): { readonly edges: readonly ExternalEdge[]; readonly kept: readonly KeptLink[] } {
  const whyHidden = hidingIn(desk);
  const all = external.list().map((edge) => {
    const server = external.serverOf(edge);
    const readOnly = server !== undefined && server.readOnly !== '' ? `${server.label}: ${server.readOnly}` : undefined;
    return { edge, reason: whyHidden(edge.from) ?? whyHidden(edge.to) ?? readOnly };
  });
  return {
    edges: all.flatMap(({ edge, reason }) => (reason === undefined ? [edge] : [])),
    kept: all.flatMap(({ edge, reason }) => (reason === undefined ? [] : [{ edge: edge.edgeId, reason }])),
  };
}

/** Ends them and looks whether they went. Never rejects: what stays is answered with its reason. */
export async function end(edges: readonly ExternalEdge[], needs: EndingNeeds): Promise<readonly KeptLink[]> {
  const { external, time } = needs;
  const refused = await Promise.all(edges.map((edge) => ask(edge, needs)));
  const kept = refused.flat();
  const asked = edges.filter(({ edgeId }) => !kept.some(({ edge }) => edge === edgeId));
  const isThere = ({ edgeId }: ExternalEdge) => external.get(edgeId) !== undefined;
  await until(() => !asked.some(isThere), { sources: [external], time, timeoutMs: goneWithinMs });
  const again = asked.filter(isThere).map(({ edgeId, owner }) => ({
    edge: edgeId,
    reason: `it is still there: ${owner} may have made it again`,
  }));
  return [...kept, ...again];
}

/** Asks for the end of one link. Returns why it is refused. */
async function ask(edge: ExternalEdge, needs: Pick<EndingNeeds, 'audio' | 'external'>): Promise<readonly KeptLink[]> {
  return askEnd(edge, needs).then(
    () => [],
    (error: Error) => [{ edge: edge.edgeId, reason: error.message }],
  );
}

/** Rejects with the reason of a refusal. A server knows its ports without its own name before them. */
export async function askEnd(
  edge: ExternalEdge,
  { audio, external }: Pick<EndingNeeds, 'audio' | 'external'>,
): Promise<void> {
  const server = external.serverOf(edge);
  const prefix = server === undefined ? 0 : server.id.length + 1;
  const link = { from: edge.from.slice(prefix), to: edge.to.slice(prefix) };
  await audio.call(server === undefined ? 'graph' : `graph:${server.id}`, 'disconnect', { links: [link] });
}
