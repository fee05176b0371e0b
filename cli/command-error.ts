// What the command line answers to its caller, for scripts: 0 done, 1 refused, 2 usage, 3 unreachable.

export const exitCodes = { done: 0, refused: 1, usage: 2, unreachable: 3 } as const;

/** Ends a command with a message for a person on stderr and one of the exit codes. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(kind: Exclude<keyof typeof exitCodes, 'done'>, message: string) {
    super(message);
    this.name = 'CommandError';
    this.exitCode = exitCodes[kind];
  }
}
