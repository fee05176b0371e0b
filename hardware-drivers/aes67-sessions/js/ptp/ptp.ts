// What is known of the clock of the network.

export interface Ptp {
  /** That of ptp4l; where it is unknown, the one that is asked for. */
  readonly domain: number;
  /**
   * - `locked`: ptp4l follows a grandmaster, the offset is known, and messages of Sync arrive
   * - `locking`: it begins to
   * - `master`: this computer gives the time
   * - `listening`: there is no grandmaster
   * - `lost`: there was one, and it is gone, or is named and nothing arrives from it
   * - `unobserved`: ptp4l does not answer
   */
  readonly state: 'locked' | 'locking' | 'master' | 'listening' | 'lost' | 'unobserved';
  /** `00-1D-C1-FF-FE-12-34-56`, as a=ts-refclk of RFC 7273 has it; the one that was lost while lost; '' for none. */
  readonly grandmasterId: string;
  /** null while none is followed */
  readonly offsetNs: number | null;
  readonly meanPathDelayNs: number | null;
  /** The time of PTP less CLOCK_REALTIME, as ptp4l sets the one from the other. */
  readonly utcOffsetS: number;
  /** ISO 8601, of the last change of state or grandmaster. */
  readonly lastChangeAt: string;
  /** While lost: nothing has arrived from the grandmaster that is named in the time of three of its announcements. */
  readonly stale: boolean;
  /** Why it is not locked, with the remedy; '' while it is. */
  readonly reason: string;
}
