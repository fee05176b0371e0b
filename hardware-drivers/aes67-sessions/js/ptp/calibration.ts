// A port that stays UNCALIBRATED: ptp4l measures a grandmaster, and follows it never. It says nothing of the cause, which shows in
// what arrives.

/** Of what ptp4l says at one moment. */
interface Measured {
  readonly grandmasterId: string;
  readonly meanPathDelayNs: number | null;
  readonly timeStatus: { readonly ingressNs: bigint } | undefined;
}

/** A servo that steers is done after some ten messages of Sync, and some questions for the way, one a second. */
const patienceMs = 10_000;

export class Calibration {
  #grandmasterId = '';
  #sinceMs = 0;
  #ingressNs: bigint | undefined;

  /** The port has another state. */
  end(): void {
    this.#grandmasterId = '';
  }

  /** Why it lasts, in words; '' while it is no longer than usual. */
  lasts({ grandmasterId, meanPathDelayNs, timeStatus }: Measured, nowMs: number): string {
    if (grandmasterId !== this.#grandmasterId) {
      this.#grandmasterId = grandmasterId;
      this.#sinceMs = nowMs;
      this.#ingressNs = timeStatus?.ingressNs;
    }
    if (nowMs - this.#sinceMs < patienceMs) return '';
    if (timeStatus === undefined || timeStatus.ingressNs === this.#ingressNs) {
      return `${grandmasterId} announces itself, and its messages of Sync don't arrive: look at the switches between, and at the ports 319 and 320 of the firewall.`;
    }
    if (!meanPathDelayNs) {
      return `messages of Sync arrive from ${grandmasterId}, and it doesn't answer questions for the way: its delay_mechanism must be that of ptp4l (E2E or P2P).`;
    }
    return `ptp4l measures ${grandmasterId} and steers no clock by it: with free_running 1 in its configuration it never does. Set free_running 0, or look in its log why its servo does not lock.`;
  }
}
