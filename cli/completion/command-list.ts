// The commands as data, read from the definitions that the parser gets: a new option is completed on its first day.
import type { Argv } from 'yargs';
import type { Environment } from '../environment.ts';

export interface OptionDescription {
  readonly names: readonly string[];
  readonly choices: readonly string[];
  /** A value follows. */
  readonly takesValue: boolean;
}

export interface CommandDescription {
  readonly name: string;
  readonly positionals: readonly {
    readonly name: string;
    readonly choices: readonly string[];
    readonly isList: boolean;
  }[];
  readonly options: readonly OptionDescription[];
  readonly commands: readonly CommandDescription[];
}

interface Definition {
  readonly type?: string;
  readonly alias?: string;
  readonly choices?: readonly string[];
}

/** The methods that a definition calls on its parser. */
class Reader {
  readonly commands: CommandDescription[] = [];
  readonly options: OptionDescription[] = [];
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

/** `define` adds all commands to a parser (cli/commands.ts). */
export function listCommands(
  define: (parser: Argv, environment: Environment) => unknown,
): readonly CommandDescription[] {
  const reader = new Reader();
  const terminal = { data: () => {}, talk: () => {}, width: undefined };
  define(reader as unknown as Argv, { terminal, interrupted: () => new AbortController().signal });
  return reader.commands;
}
