// Everything that tests put into the temporary folder is in one, which goes at the end; where a test failed it is left to
// be looked at. A browser that ends with its worker may write its last file meanwhile. No test meets the audio server of the machine.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { hideServers } from './without-servers.ts';

export default function setup({ vitest }: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'rowdesk-tests-'));
  process.env.TMPDIR = folder;
  hideServers();
  return () => {
    if (vitest.state.getCountOfFailedTests() > 0) console.error(`What the tests have written is in ${folder}`);
    else rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
}
