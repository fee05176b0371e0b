// The commands as data, read off the very definitions that the parser gets: a new option is completed on its first day.
import type { Argv } from 'yargs';
import { defineCommands } from '../commands.ts';

export interface OptionWords {
  readonly names: readonly string[];
  readonly choices: readonly string[];
  /** A value follows. */
  readonly takesValue: boolean;
}

export interface CommandWords {
  readonly name: string;
  readonly positionals: readonly {
    readonly name: string;
    readonly choices: readonly string[];
    readonly isList: boolean;
  }[];
  readonly options: readonly OptionWords[];
  readonly commands: readonly CommandWords[];
}

interface Definition {
  readonly type?: string;
  readonly alias?: string;
  readonly choices?: readonly string[];
}

/** What a definition calls on its parser; all else of it is of no account here. */
class Reader {
  readonly commands: CommandWords[] = [];
  readonly options: OptionWords[] = [];
  readonly choices = new Map<string, readonly string[]>();

  command(signature: string, _describe: string, build: (reader: Reader) => unknown): this {
    const [name = '', ...positionals] = signature.split(' ');
    const own = new Reader();
    build(own);
    this.commands.push({
      name,
      positionals: positionals.map((word) => {
        const bare = word.replace(/[<>[\].]/g, '');
        return { name: bare, choices: own.choices.get(bare) ?? [], isList: word.includes('..') };
      }),
      options: own.options,
      commands: own.commands,
    });
    return this;
  }

  option(name: string, { type, alias, choices = [] }: Definition): this {
    const names = [`--${name}`, ...(alias === undefined ? [] : [`-${alias}`])];
    this.options.push({ names, choices, takesValue: type !== 'boolean' });
    return this;
  }

  positional(name: string, { choices = [] }: Definition): this {
    this.choices.set(name, choices);
    return this;
  }

  example(): this {
    return this;
  }

  demandCommand(): this {
    return this;
  }
}

export function commandWords(): readonly CommandWords[] {
  const reader = new Reader();
  const terminal = { data: () => {}, talk: () => {}, width: undefined };
  defineCommands(reader as unknown as Argv, { terminal, interrupted: () => new AbortController().signal });
  return reader.commands;
}
