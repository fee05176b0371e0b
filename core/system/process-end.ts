// How a process of rowdesk ends: by rowdesk's own decision. A package that calls process.exit gets an exception instead.
type Exit = (code: number) => never;

/** As Node made it, whatever happens to process.exit afterwards. */
const exit = process.exit.bind(process) as Exit;

/** Ends the process at once. */
export const endProcess: Exit = (code) => exit(code);

/**
 * From now on process.exit and process.abort throw where they are called: the caller fails as by any other exception, and
 * the show goes on.
 */
export function reserveProcessEnd(): void {
  const refuse = (name: string) => () => {
    throw new Error(`process.${name}() was called; a package does not end the process that it runs in`);
  };
  process.exit = refuse('exit') as typeof process.exit;
  process.abort = refuse('abort') as typeof process.abort;
}
