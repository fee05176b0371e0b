// Descriptions of the streams that the desk sends, as they are now: a new version where the text changes.
import { createHash } from 'node:crypto';
import type { LocalInterface } from './interfaces.ts';
import type { LastVersion } from './last-version.ts';
import { type Description, parseSdp } from './sdp/parse.ts';
import { writeSdp } from './sdp/write.ts';
import type { Announcement } from './session.ts';

export interface OwnSession {
  readonly name: string;
  readonly text: string;
}

interface Version {
  readonly unversioned: string;
  readonly version: number;
}

export class OwnSessions {
  readonly #versions = new Map<string, Version>();
  readonly #wallMs: () => number;
  readonly #kept: LastVersion;
  #last: number;
  #origins: ReadonlySet<string> = new Set();

  constructor(wallMs: () => number, kept: LastVersion) {
    this.#wallMs = wallMs;
    this.#kept = kept;
    this.#last = kept.read();
  }

  /** By key, `BOX/STREAM`. Each path has the interface at its place, or the first one. */
  describe(
    announcements: ReadonlyMap<string, Announcement>,
    [first, second = first]: readonly LocalInterface[],
  ): ReadonlyMap<string, OwnSession> {
    const own = new Map<string, OwnSession>();
    if (!first || !second) return own;
    for (const key of this.#versions.keys()) if (!announcements.has(key)) this.#versions.delete(key);
    const origins = new Set<string>();
    for (const [key, announcement] of announcements) {
      const sender = { sessionId: numberOf(key), addresses: [first.address, second.address], mac: first.mac };
      const unversioned = writeSdp(announcement, { ...sender, version: 0 });
      const before = this.#versions.get(key);
      const version = before?.unversioned === unversioned ? before.version : this.#next();
      this.#versions.set(key, { unversioned, version });
      const text = writeSdp(announcement, { ...sender, version });
      origins.add(parseSdp(text).origin.key);
      own.set(key, { name: announcement.name, text });
    }
    this.#origins = origins;
    return own;
  }

  /** Seconds of Unix time, and higher than all before whatever the clock is set to. */
  #next(): number {
    this.#last = Math.max(this.#last + 1, Math.floor(this.#wallMs() / 1_000));
    this.#kept.keep(this.#last);
    return this.#last;
  }

  includes({ origin }: Pick<Description, 'origin'>): boolean {
    return this.#origins.has(origin.key);
  }
}

/** The id of a session, over all restarts of the desk. */
function numberOf(key: string): string {
  return String(createHash('sha256').update(key).digest().readUIntBE(0, 6) + 1);
}
