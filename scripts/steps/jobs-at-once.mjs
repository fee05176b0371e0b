// How many units are compiled at once.
import { availableParallelism } from 'node:os';

/** The largest unit takes the compiler 450 MB. */
const bytesOfUnit = 512 * 2 ** 20;

/** One for each core, as far as the memory that is free goes: the kernel would end a compiler, or the desk beside it. */
export const jobsAtOnce = (cores = availableParallelism(), freeBytes = process.availableMemory()) =>
  Math.max(1, Math.min(cores, Math.floor(freeBytes / bytesOfUnit)));
