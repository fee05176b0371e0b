import type { Answer, Service } from './service.ts';

/** Starts a task and answers its row once it has ended. Rejects when it is refused before it starts. */
export async function runTask(service: Service, path: string, extra: object = {}): Promise<Answer['body']> {
  const { status, body } = await service.patch(path, { running: true, ...extra });
  if (status !== 200) throw new Error(`${path} is refused: ${status} ${JSON.stringify(body)}`);
  return service.until(path, (row) => !row.running);
}
