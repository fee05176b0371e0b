// The files of access in the state folder. Commands of the command line load this file and nothing more for it.
import { join } from 'node:path';

export const accessFile = (stateFolder: string): string => join(stateFolder, 'access.json');
/** The key of commands on this machine, and the desk that it is for. */
export const localKeyFile = (stateFolder: string): string => join(stateFolder, 'access.local');
export const sealFile = (stateFolder: string): string => join(stateFolder, 'access.seal');
