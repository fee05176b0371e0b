// Loading the native part of a driver of PipeWire.
import { loadAddon } from '../../lib/cycles/js/addon.ts';

/** `module`: the URL of a module in the driver's dist. Throws Error with the remedy. */
export const loadPipeWireAddon = <Native>(module: string, name: string, driver: string): Native =>
  loadAddon({ module, name, driver, headers: 'libpipewire-0.3-dev libspa-0.2-dev' });
