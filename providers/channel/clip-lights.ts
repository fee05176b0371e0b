// Which strips have clipped. The mixer counts and forgets on request, so the lights outlive this process.
import { type Audio, type Token, token } from 'rowdesk/provider';

/** How often the counts are read: how exact `at` is. */
const intervalMs = 200;

export interface ClipLight {
  readonly clipped: boolean;
  /** When it clipped last, as far as it was seen; ISO 8601, empty for never. */
  readonly at: string;
  /** Blocks at or over 0 dBFS since it was cleared. */
  readonly count: number;
}

const off: ClipLight = { clipped: false, at: '', count: 0 };

export class ClipLights {
  static readonly token: Token<ClipLights> = token<ClipLights>('channel.clip-lights');
  readonly #audio: Audio;
  readonly #lights = new Map<string, ClipLight>();
  readonly #listeners = new Set<(paths: ReadonlySet<string>) => void>();

  constructor(audio: Audio) {
    this.#audio = audio;
  }

  /** Follows the mixer until the returned function is called. */
  start(): () => void {
    return this.#audio.readMeters(intervalMs, (meters, atMs) => {
      const changes = new Map<string, ClipLight>();
      for (const [path, { clipCount }] of meters) {
        const light = this.of(path);
        if (clipCount === light.count) continue;
        const at = clipCount > light.count ? new Date(atMs).toISOString() : light.at;
        changes.set(path, { clipped: clipCount > 0, at, count: clipCount });
      }
      this.#set(changes);
    });
  }

  of(path: string): ClipLight {
    return this.#lights.get(path) ?? off;
  }

  /** Strips whose light is on. */
  list(): readonly (readonly [path: string, light: ClipLight])[] {
    return [...this.#lights].filter(([, { clipped }]) => clipped);
  }

  /** Turns a light off at the mixer. Rejects with refusal `device-absent` when there is no mixer. */
  async clear(path: string): Promise<void> {
    if (!this.of(path).clipped) return;
    await this.#audio.call('mixer', 'resetClips', { path });
    this.#set(new Map([[path, { ...off, at: this.of(path).at }]]));
  }

  /** Calls `changed` with the strips whose light or count changed. */
  onChange(changed: (paths: ReadonlySet<string>) => void): () => void {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  }

  #set(changes: ReadonlyMap<string, ClipLight>): void {
    if (changes.size === 0) return;
    for (const [path, light] of changes) this.#lights.set(path, light);
    for (const listener of [...this.#listeners]) listener(new Set(changes.keys()));
  }
}
