import type { World } from './interleavings-world.ts';

/** Something that a client does, or that happens to it. */
export interface Command {
  run(world: World): void | Promise<void>;
  toString(): string;
}

export const command = (words: string, run: Command['run']): Command => ({ run, toString: () => words });
