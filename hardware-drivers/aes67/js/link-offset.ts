// How long after a frame was sent the desk plays it: given, or chosen by what is seen of a stream.
import type { ReceiveFigures } from './native.ts';

/** Frames that the reader looks ahead of what it plays, to fade before a gap. */
const fadeFrames = 16;
/** Automatic: at first. */
const usualMs = 2;
const mostMs = 100;
/** Looks, one a second, of which lateness is counted. */
const windowLooks = 10;
/** Automatic: with more late packets of so many it is raised. */
const mostLateOf = 1000;

export class LinkOffset {
  readonly #rateHz: number;
  readonly #packetFrames: number;
  #raisedFrames = 0;
  #looks = 0;
  #before = { packets: 0, late: 0 };

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
  look({ packets, late, transitP999Us, seenPacketFrames }: ReceiveFigures): boolean {
    if (packets < this.#before.packets || late < this.#before.late) this.forget();
    this.#looks += 1;
    if (this.#looks < windowLooks) return false;
    const more = { packets: packets - this.#before.packets, late: late - this.#before.late };
    this.#looks = 0;
    this.#before = { packets, late };
    if (more.late * mostLateOf <= more.packets) return false;
    const packet = this.#packetFrames || seenPacketFrames;
    const needed = this.#framesOf(Math.max(0, transitP999Us) / 1000 + 1) + packet;
    if (needed <= this.frames(null)) return false;
    this.#raisedFrames = needed;
    return true;
  }

  /** What was counted so far says nothing of what comes. */
  forget(): void {
    this.#looks = 0;
    this.#before = { packets: 0, late: 0 };
  }

  #framesOf(ms: number): number {
    return Math.ceil((ms * this.#rateHz) / 1000 - 1e-9);
  }
}
