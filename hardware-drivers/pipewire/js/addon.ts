// Loading the native part of a driver of PipeWire.
import { createRequire } from 'node:module';

/** `module`: the URL of a module in the driver's dist. Throws Error with the remedy. */
export function loadAddon<Native>(module: string, name: string, driver: string): Native {
  try {
    return createRequire(module)(`../build/Release/${name}.node`) as Native;
  } catch (error) {
    throw new Error(
      [
        `The native part of ${driver} can't be loaded: ${(error as Error).message.split('\n')[0]}`,
        'What to do: sudo apt-get install pkg-config libpipewire-0.3-dev libspa-0.2-dev python3 make g++, then npm run build',
      ].join('\n'),
    );
  }
}
