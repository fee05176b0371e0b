// Makes a backup: the desk at one moment, and the files that it uses, as one file.
import { randomBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type About,
  type Desk,
  type Documents,
  Refusal,
  type TaskRun,
  type Time,
  type WholeDesk,
} from 'rowdesk/provider';
import { withoutKeys } from './configuration.ts';
import { documentLines } from './desk-text.ts';
import { checkRoom, digestOf, emptyFolder, filesIn, readFile, type WrittenFile, writeFile } from './folder.ts';
import { bytesOf } from './lines.ts';
import {
  configurationName,
  documentsName,
  folders,
  type Manifest,
  manifestName,
  mostTextBytes,
  rowsName,
} from './manifest.ts';
import { isCarried } from './ours.ts';
import { type TarEntry, tarBytes, tarOf } from './tar.ts';

export interface MakingNeeds {
  readonly about: About;
  readonly desk: Desk;
  readonly documents: Documents;
  readonly time: Time;
  readonly whole: WholeDesk;
  /** The folder of backups. */
  readonly folder: string;
  readonly mostBytes: number;
  readonly layout: () => Readonly<Record<string, number>>;
}

export interface MadeBackup {
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
  readonly manifest: Manifest;
}

interface Part extends WrittenFile {
  readonly name: string;
  readonly path: string;
  readonly file?: string;
}

const mostTries = 3;

/** Rejects with Refusal; nothing is left then. */
export async function makeBackup(withKeys: boolean, needs: MakingNeeds, run: TaskRun): Promise<MadeBackup> {
  const { folder, time, mostBytes } = needs;
  const work = join(folder, 'making');
  await emptyFolder(work);
  try {
    const { parts, counts } = await partsOf(work, withKeys, needs, run);
    const manifest: Manifest = {
      ...{ format: 'rowdesk-backup', version: 1, rowdesk: needs.about.version, name: nameOf(needs.desk) },
      madeAt: new Date(time.now()).toISOString(),
      layout: { ...needs.layout() },
      counts,
      entries: parts.map(({ name, bytes, sha256, file }) => ({
        name,
        bytes,
        sha256,
        ...(file === undefined ? {} : { file }),
      })),
    };
    const head = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
    const bytes = tarBytes([head.length, ...parts.map((part) => part.bytes)]);
    if (bytes > mostBytes) {
      const most = Math.floor(mostBytes / 1024 ** 2);
      const params = { reason: 'bound', bound: 'file', mostMb: most };
      throw new Refusal(
        'conflict',
        `The backup would take more than ${most} MiB: take files out of media, or raise mostMib of the provider.`,
        params,
      );
    }
    await checkRoom(folder, bytes);
    const entries: TarEntry[] = [
      { name: manifestName, bytes: head.length, content: [head] },
      ...parts.map(({ name, path, bytes }) => ({ name, bytes, content: readFile(path) })),
    ];
    const made = join(work, 'whole');
    let done = 0;
    const written = tarOf(entries, Math.floor(time.now() / 1000));
    const counted = (async function* () {
      for await (const chunk of written) {
        done += chunk.length;
        run.progress(done, bytes, 'writing');
        yield chunk;
      }
    })();
    await writeFile(made, counted, run.signal);
    const id = randomBytes(12).toString('hex');
    const path = join(folder, `out-${id}`);
    await rename(made, path);
    return { id, path, name: fileName(manifest), bytes, manifest };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** The desk is written at one moment; when documents change meanwhile, once more. */
async function partsOf(work: string, withKeys: boolean, needs: MakingNeeds, run: TaskRun) {
  const { about, documents, whole } = needs;
  for (let tries = 1; ; tries++) {
    let hasChanged = false;
    const unfollow = documents.onChange(() => {
      hasChanged = true;
    });
    try {
      const snapshot = whole.snapshot();
      const all = snapshot.documents.filter(isCarried);
      const counts = { rows: snapshot.rows.length, ...countsOf(all.map(({ kind }) => kind)) };
      const parts: Part[] = [];
      const text = async (name: string, values: Iterable<unknown> | AsyncIterable<unknown>) => {
        const path = join(work, name);
        await rm(path, { force: true });
        const written = await writeFile(path, bytesOf(values), run.signal);
        const most = mostTextBytes[name] as number;
        if (written.bytes > most) {
          const words = `${name} would take more than ${most} bytes: delete scenes or sessions`;
          throw new Refusal('conflict', `The desk is too large for a backup: ${words}.`, {
            reason: 'bound',
            bound: name,
          });
        }
        parts.push({ name, path, ...written });
      };
      run.progress(0, 1, 'reading');
      await text(rowsName, snapshot.rows);
      await text(documentsName, documentLines(all, documents));
      if (hasChanged && tries < mostTries) continue;
      if (hasChanged)
        throw new Refusal('conflict', 'Scenes or sessions are being stored; try again.', { reason: 'changed' });
      const configuration = about.configuration ?? {};
      await text(configurationName, [withKeys ? configuration : withoutKeys(configuration)]);
      for (const [name, of] of Object.entries(folders)) {
        const found = await filesIn(join(about.stateFolder, of));
        for (const [place, { name: file }] of found.entries()) {
          const path = join(about.stateFolder, of, file);
          parts.push({ name: `${name}/${place}`, file, path, ...(await digestOf(path, run.signal)) });
        }
        Object.assign(counts, { [name]: found.length });
      }
      return { parts, counts };
    } finally {
      unfollow();
    }
  }
}

function countsOf(kinds: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = { scene: 0, session: 0, patch: 0 };
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

const nameOf = (desk: Desk) => (desk.has('/console') ? String(desk.read('/console').name ?? '') : '');

/** `Rowdesk 2026-09-02 20.15.rowdesk` */
function fileName({ name, madeAt }: Manifest): string {
  const called = name.replace(/[^\p{L}\p{N} ._-]/gu, '_').trim() || 'Rowdesk';
  return `${called} ${madeAt.slice(0, 10)} ${madeAt.slice(11, 16).replace(':', '.')}.rowdesk`;
}
