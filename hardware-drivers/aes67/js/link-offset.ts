// How long after a frame was sent the desk plays it: given, or chosen by what is seen of a stream.
import type { ReceiveFigures } from './native.ts';

/** Frames that the reader looks ahead of what it plays, to fade before a gap. */
const fadeFrames = 16;
/** Automatic: at first. */
const usualMs = 2;
/** Automatic: beyond what was seen; longer than a fade. */
const spareMs = 1;
const mostMs = 100;
/** Looks, one a second, after which transit is judged: the figures are of the last 10 s. */
const windowLooks = 10;
/** Fewer packets in that time say nothing of 999 of 1000. */
const leastPackets = 1000;

export class LinkOffset {
  readonly #rateHz: number;
  readonly #packetFrames: number;
  #raisedFrames = 0;
  #looks = 0;
  #packetsBefore = 0;

  /** packetFrames: as described; 0 for unknown. */
  constructor(rateHz: number, packetFrames: number) {
    this.#rateHz = rateHz;
    this.#packetFrames = packetFrames;
  }

  /** ms: as given, null for automatic. A packet must have come before its first frame is played: less than that never holds. */
  frames(ms: number | null): number {
    const packet = this.#packetFrames || this.#framesOf(1);
    const asked = ms === null ? Math.max(this.#framesOf(usualMs), 2 * packet, this.#raisedFrames) : this.#framesOf(ms);
    return Math.min(this.#framesOf(mostMs), Math.max(asked, packet + fadeFrames + 1));
  }

  /** Automatic, once a second: true when more is needed now. */
  look({ packets, transitP999Us, seenPacketFrames }: ReceiveFigures): boolean {
    if (packets < this.#packetsBefore) this.forget();
    this.#looks += 1;
    if (this.#looks < windowLooks) return false;
    const more = packets - this.#packetsBefore;
    this.#looks = 0;
    this.#packetsBefore = packets;
    const packet = this.#packetFrames || seenPacketFrames;
    const transitMs = Math.max(0, transitP999Us) / 1000;
    // A packet is wanted a fade before its first frame is played, and comes as a whole.
    const before = this.frames(null);
    const isInTime = this.#framesOf(transitMs) + packet + fadeFrames <= before;
    if (more < leastPackets || isInTime) return false;
    this.#raisedFrames = this.#framesOf(transitMs + spareMs) + packet;
    return this.frames(null) > before;
  }

  /** What was counted so far says nothing of what comes. */
  forget(): void {
    this.#looks = 0;
    this.#packetsBefore = 0;
  }

  #framesOf(ms: number): number {
    return Math.ceil((ms * this.#rateHz) / 1000 - 1e-9);
  }
}
