// Loading the native part of a driver.
import { createRequire } from 'node:module';
import { builtFile } from '../../built/js/built-file.ts';

export interface AddonPlace {
  /** The URL of a module in the driver's dist. */
  readonly module: string;
  /** `target_name` of its binding.gyp: the name of its folder, with _ for -. */
  readonly name: string;
  /** In words: `the PipeWire driver`. */
  readonly driver: string;
  /** The Debian packages of its headers. */
  readonly headers: string;
}

/** Throws Error with the remedy. */
export function loadAddon<Native>({ module, name, driver, headers }: AddonPlace): Native {
  try {
    return createRequire(module)(builtFile(new URL('..', module), `${name}.node`)) as Native;
  } catch (error) {
    throw new Error(
      [
        `The native part of ${driver} can't be loaded: ${(error as Error).message.split('\n')[0]}`,
        `What to do: sudo apt-get install pkg-config ${headers} python3 make g++, then rowdesk drivers build ${name.replaceAll('_', '-')}`,
      ].join('\n'),
    );
  }
}
