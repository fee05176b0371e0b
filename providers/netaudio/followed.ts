// Which announcements an input follows. A session is its host's to describe. Programs announce for devices that do not; what
// such a program says is followed as long as no other one says it, and a subscription that follows the host itself stays with that.
import { isSameJson } from 'rowdesk/provider';
import type { KnownSource } from './known-sources.ts';
import type { Channel } from './sender.ts';
import { type Session, sourceOf, speakerOf } from './session.ts';

/** The host of the session says it, or the sender that it was followed by. */
export function isTrusted(session: Session, known: KnownSource | undefined): boolean {
  const speaker = speakerOf(session);
  return known === undefined || known.isReleased === true || speaker === session.address || speaker === known.speaker;
}

/** Whatever its sender, what changes nothing is followed. */
export function isFollowed(channel: Channel, known: KnownSource | undefined): boolean {
  const { session, stream, n } = channel;
  return isTrusted(session, known) || (known !== undefined && isSameJson(sourceOf(stream, n), known.source));
}

/** The sender to be followed from now on: one that says what its host said before is not that host. */
export function speakerToKeep(
  { source, speaker }: Pick<KnownSource, 'source'> & { readonly speaker: string },
  known: KnownSource | undefined,
  address: string,
): string {
  const isRepeated = known?.isReleased !== true && known?.speaker !== undefined && isSameJson(source, known.source);
  return isRepeated && speaker !== address ? (known?.speaker as string) : speaker;
}
