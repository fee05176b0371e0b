import { run } from '../../scripts/steps/run.mjs';

/** What a program printed; rejects with its words where it fails. */
export async function command(program, args, options = {}) {
  const { code, log } = await run(program, args, options);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${log.trimEnd()}`);
  return log;
}
