// What a restoring needs: a file that came in.
import { saved, sent, uploadId } from '../../providers/backup/backup-fixture.ts';
import type { Condition } from './conditions.ts';
import type { RawClient } from './raw-client.ts';

export const backingUp: Readonly<Record<string, Condition>> = {
  '/backup/restore': {
    isLong: true,
    before: aBackup,
    // Said, not done: what is done uses the file up.
    words: () => ({ id: { enum: [uploadId] }, confirm: { enum: [false] } }),
    needs: ['id'],
  },
};

/** A backup of this desk has come in. */
async function aBackup(client: RawClient): Promise<void> {
  const { items } = (await client.ask('GET', '/backup')).body as {
    readonly items: readonly { readonly from: string }[];
  };
  if (items.some(({ from }) => from === 'client')) return;
  const { status, body } = await sent(client.desk, await saved(client.desk));
  if (status !== 200) throw new Error(`no backup comes in: ${JSON.stringify(body)}`);
}
