import { Client } from '../client.ts';
import { explain as explainContract } from '../explain.ts';
import type { Format } from '../output.ts';
import type { Terminal } from '../terminal.ts';

/** `rowdesk explain PATH`: what may be done with a row; `-o json` gives the answer to OPTIONS as it is. */
export async function explain(args: { url: string; path: string; output?: Format }, terminal: Terminal): Promise<void> {
  const contract = await new Client(args.url).options(args.path);
  if (args.output === 'json') terminal.data(`${JSON.stringify(contract, null, 2)}\n`);
  else terminal.data(explainContract(contract, terminal.width));
}
