// Desks for tests of backups, and their files over HTTP.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer, TestHost } from 'rowdesk/testing';

export const uploadId = 'upload0123456789';
const octets = { 'content-type': 'application/octet-stream' };

export function newFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'rowdesk-backup-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Runs a task to its end; the row with report or refusal, or the refusing answer. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into reports of every shape
export async function ran(desk: TestHost, path: string, extra: object = {}): Promise<any> {
  const started = await desk.patch(path, { running: true, ...extra });
  let row = started.body;
  while (row.running === true) row = (await desk.get(path)).body;
  return started.status === 200 ? row : started.body;
}

export async function fetched(desk: TestHost, id: string): Promise<Buffer> {
  const answer = await fetch(`${desk.url}/backup/${id}`);
  if (answer.status !== 200) throw new Error(await answer.text());
  return Buffer.from(await answer.arrayBuffer());
}

export async function saved(desk: TestHost, extra: object = {}): Promise<Buffer> {
  const { report, refusal } = await ran(desk, '/backup/save', extra);
  if (report === null) throw new Error(JSON.stringify(refusal));
  return fetched(desk, report.id);
}

export async function sent(
  desk: TestHost,
  file: Uint8Array,
  id = uploadId,
  headers: Record<string, string> = octets,
): Promise<Pick<Answer, 'status' | 'body'>> {
  const answer = await fetch(`${desk.url}/backup/${id}`, { method: 'PUT', body: file as unknown as string, headers });
  return { status: answer.status, body: await answer.json() };
}
