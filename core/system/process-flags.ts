// Flags of Node for processes of a desk.

/**
 * V8 collects and compiles in one thread beside the program's, not in four: on a machine of few cores they take more time from
 * each other than they save, and each keeps memory of its own.
 */
export const processFlags: readonly string[] = ['--v8-pool-size=1'];
