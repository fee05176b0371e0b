// Where keys come from: `access` of the configuration, else access.json of the state folder. Both are read again when they
// change, so that a key is made or withdrawn while the desk plays.
import { randomBytes } from 'node:crypto';
import { existsSync, type FSWatcher, readFileSync, realpathSync, rmSync, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Access } from '../access/access.ts';
import type { AccessConfig } from '../access/access-config.ts';
import { checkAccess, readAccessFile, writePrivate } from '../access/access-file.ts';
import { accessFile, localKeyFile, sealFile } from '../access/access-paths.ts';
import { ConfigText } from '../base/config-text.ts';
import { StartError } from '../base/start-error.ts';
import type { Log, Time, Warnings } from '../services.ts';

export interface AccessSourceNeeds {
  readonly access: Access;
  readonly stateFolder: string;
  /** `access` of the configuration, and its file where it has one. */
  readonly configured: AccessConfig | undefined;
  readonly configFile: string | undefined;
  readonly time: Pick<Time, 'every' | 'after' | 'monotonicMs'>;
  readonly log: Log;
  readonly warnings: Pick<Warnings, 'raise' | 'clear'>;
}

/** Between looks at a file that is away for a moment, or that no folder tells about. */
const lookMs = 1000;
/** A file that is not there for so long is gone; an editor takes a file away for a moment. */
const goneAfterMs = 2000;
/** What is seen of a file that is not there. */
const absent = 'none';
const problemId = 'access-unreadable';

export class AccessSource {
  readonly #needs: AccessSourceNeeds;
  /** Undefined for keys that do not change. */
  readonly #file: string | undefined;
  #seen: string;
  #awaySinceMs: number | undefined;
  #isLooking = false;
  /** The file has changed since the look that goes on. */
  #isStale = false;
  #url: string | undefined;
  #localKey: string | undefined;

  /** Reads the keys. Throws StartError for keys that can't be read: a desk does not stand open because of a typing error. */
  constructor(needs: AccessSourceNeeds) {
    this.#needs = needs;
    const { access, configured, configFile, stateFolder } = needs;
    this.#file = configured === undefined ? accessFile(stateFolder) : configFile;
    this.#seen = configured === undefined && !existsSync(accessFile(stateFolder)) ? absent : '';
    if (configured !== undefined && existsSync(accessFile(stateFolder))) {
      needs.log.warn({}, 'keys of access.json are not in effect: the configuration has access');
    }
    try {
      access.use(configured ?? readAccessFile(accessFile(stateFolder)));
    } catch (error) {
      throw new StartError([`${(error as Error).message}; correct it, or take it away`]);
    }
  }

  /** Follows the file. `url`: the desk answers there, and commands of this user find a key of their own. */
  start(url: string): () => void {
    this.#url = url;
    this.#keepLocalKey();
    const stopFollowing = this.#file === undefined ? () => {} : this.#follow(this.#file);
    return () => {
      stopFollowing();
      this.#removeLocalKey();
    };
  }

  /** Its folder tells of a change, so that nothing ticks meanwhile; where that fails, it is looked at each second. */
  #follow(file: string): () => void {
    const { time, log } = this.#needs;
    const folders: FSWatcher[] = [];
    let stopLooking: (() => void) | undefined;
    let isFollowed = true;
    const look = async () => {
      if (!(await this.look()) || !isFollowed) return;
      stopLooking?.();
      stopLooking = time.after(lookMs, look);
    };
    const lookEachSecond = (error: unknown) => {
      log.warn({ err: error, file }, 'the folder of the keys can not be followed: their file is looked at each second');
      for (const folder of folders.splice(0)) folder.close();
      stopLooking?.();
      stopLooking = time.every(lookMs, () => void this.look());
    };
    try {
      for (const place of placesOf(file)) {
        const folder = watch(dirname(place), { persistent: false }, (_event, name) => {
          if (name === null || name === basename(place)) void look();
        });
        folders.push(folder.once('error', lookEachSecond));
      }
    } catch (error) {
      lookEachSecond(error);
    }
    void look();
    return () => {
      isFollowed = false;
      for (const folder of folders) folder.close();
      stopLooking?.();
    };
  }

  /** Reads the file if it is another one than before. True for a file that is away, and not yet gone. Never rejects. */
  async look(): Promise<boolean> {
    this.#isStale = true;
    if (this.#isLooking) return false;
    this.#isLooking = true;
    try {
      let isAway = false;
      while (this.#isStale) {
        this.#isStale = false;
        isAway = await this.#lookOnce();
      }
      return isAway;
    } finally {
      this.#isLooking = false;
    }
  }

  async #lookOnce(): Promise<boolean> {
    const found = await stat(this.#file as string, { bigint: true }).catch(() => undefined);
    if (found !== undefined) this.#awaySinceMs = undefined;
    else if (this.#seen !== absent) {
      const nowMs = this.#needs.time.monotonicMs();
      this.#awaySinceMs ??= nowMs;
      if (nowMs - this.#awaySinceMs < goneAfterMs) return true;
    }
    const seen = found === undefined ? absent : `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;
    if (seen !== this.#seen) this.#read();
    this.#seen = seen;
    return false;
  }

  #read(): void {
    const { access, log, warnings, configured } = this.#needs;
    const file = this.#file as string;
    try {
      const keys = configured === undefined ? readAccessFile(file) : accessIn(file);
      access.use(keys);
      this.#keepLocalKey();
      warnings.clear(problemId);
      log.info({ keys: keys?.keys.length ?? null, anonymous: keys?.anonymous }, 'the keys in effect were read');
    } catch (error) {
      const detail = `${(error as Error).message}. The keys from before stay in effect.`;
      log.error({}, detail);
      const titleCode = { code: 'access-unreadable', params: {} };
      warnings.raise({ id: problemId, title: 'Keys can not be read', titleCode, detail, severity: 'alarm', path: '' });
    }
  }

  /** Who may read the state folder may run the desk: no command of this user needs a key. */
  #keepLocalKey(): void {
    const { access, stateFolder, log } = this.#needs;
    if (!access.isOn || this.#url === undefined || this.#localKey !== undefined) return;
    this.#localKey = access.keyForPart('local', () => 'run');
    try {
      writePrivate(localKeyFile(stateFolder), JSON.stringify({ url: this.#url, key: this.#localKey }));
    } catch (error) {
      log.warn({ err: error }, 'commands of this machine need $ROWDESK_KEY: their own key can not be written');
    }
  }

  #removeLocalKey(): void {
    if (this.#localKey !== undefined) rmSync(localKeyFile(this.#needs.stateFolder), { force: true });
  }
}

/** The file's own name, and that of what it links to. */
function placesOf(file: string): ReadonlySet<string> {
  return new Set([file, existsSync(file) ? realpathSync(file) : file]);
}

function accessIn(file: string): AccessConfig | undefined {
  const text = ConfigText.read(file);
  const [fault] = text.describe(text.faults);
  if (fault !== undefined) throw new Error(fault);
  const { access } = (text.value ?? {}) as { readonly access?: unknown };
  if (access === undefined) return undefined;
  return checkAccess(access, (field) => {
    const { line, column } = text.placeOf(`access/${field}`);
    return `${file}:${line}:${column}: access${field && `/${field}`}`;
  });
}

/** What cookies are signed with: kept, so that pages need no new link after a restart. */
export function sealIn(stateFolder: string, log: Log): () => Buffer {
  let seal: Buffer | undefined;
  return () => {
    seal ??= readSeal(stateFolder, log);
    return seal;
  };
}

function readSeal(stateFolder: string, log: Log): Buffer {
  const file = sealFile(stateFolder);
  try {
    const kept = readFileSync(file);
    if (kept.length === 32) return kept;
  } catch {
    // It is made now.
  }
  const seal = randomBytes(32);
  try {
    writePrivate(file, seal);
  } catch (error) {
    log.warn({ err: error }, 'pages need a new link after a restart: their seal can not be written');
  }
  return seal;
}
