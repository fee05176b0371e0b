// What a client asks of a target that is no value, and who is told what became of it.
import type { Convergent } from '../../driver.ts';
import type { StateReporter } from './state-reporter.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Unless the method only reads, what the target has now is told before the answer, and looked at again soon. Throws Error
 * in words for the client; `failed` is called where the target can't be read.
 */
export function callTarget(
  convergent: Convergent,
  { method, args }: { readonly method: string; readonly args: Fields },
  report: Pick<StateReporter, 'tell' | 'look'> | undefined,
  failed: (error: Error) => void,
): Fields {
  if (!convergent.call) throw new Error(`the target ${convergent.target} takes no calls`);
  if (convergent.reads?.includes(method)) return { ...convergent.call(method, args) };
  try {
    const result = { ...convergent.call(method, args) };
    tell(report, failed);
    return result;
  } finally {
    report?.look();
  }
}

/** Who asked reads what became of it as soon as the answer is there. */
function tell(report: Pick<StateReporter, 'tell'> | undefined, failed: (error: Error) => void): void {
  try {
    report?.tell();
  } catch (error) {
    failed(error as Error);
  }
}
