// Where keys come from: `access` of the configuration, else access.json of the state folder. Both are read again when they
// change, so that a key is made or withdrawn while the desk plays.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
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
  readonly time: Pick<Time, 'every'>;
  readonly log: Log;
  readonly warnings: Pick<Warnings, 'raise' | 'clear'>;
}

const lookMs = 1000;
/** A file that is not there for so many looks is gone; an editor takes a file away for a moment. */
const looksUntilGone = 3;
/** What is seen of a file that is not there. */
const absent = 'none';
const problemId = 'access-unreadable';

export class AccessSource {
  readonly #needs: AccessSourceNeeds;
  /** Undefined for keys that do not change. */
  readonly #file: string | undefined;
  #seen: string;
  #missing = 0;
  #isLooking = false;
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
    if (this.#file === undefined) return () => this.#removeLocalKey();
    void this.look();
    const stop = this.#needs.time.every(lookMs, () => void this.look());
    return () => {
      stop();
      this.#removeLocalKey();
    };
  }

  /** Reads the file if it is another one than before. Never rejects. */
  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      const found = await stat(this.#file as string, { bigint: true }).catch(() => undefined);
      this.#missing = found === undefined ? this.#missing + 1 : 0;
      if (found === undefined && this.#missing < looksUntilGone) return;
      const seen = found === undefined ? absent : `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;
      if (seen !== this.#seen) this.#read();
      this.#seen = seen;
    } finally {
      this.#isLooking = false;
    }
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
