// Reads show files in a process of its own: a file is hostile until it is read whole, and this is the only module that knows
// formats. What it reports is checked again against the desk.
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { isChannelList, readChannelList } from './list/reading.ts';
import { type ReadOptions, type ReadShow, UnreadableShow } from './read-show.ts';
import { readX32 } from './x32/reading.ts';

/** The largest file: a whole console takes 70 KB as a scene of an X32. */
const mostBytes = 8 * 1024 * 1024;

export interface ReadArgs extends ReadOptions {
  readonly file: string;
}

/** Throws UnreadableShow for a text that is none. */
export function readShow(text: string, options: ReadOptions): ReadShow {
  if (/^#\d/.test(text)) return readX32(text, options);
  if (isChannelList(text)) return readChannelList(text, options);
  throw new UnreadableShow('it is no show file of a known format; /shows/formats lists them');
}

/** Never waits for a pipe that nobody writes. Rejects with Error in words. */
async function textOf(file: string): Promise<string> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const info = await handle.stat();
    if (!info.isFile()) throw new UnreadableShow('it is no regular file');
    if (info.size > mostBytes) throw new UnreadableShow(`it has ${info.size} bytes; at most ${mostBytes} are read`);
    return new TextDecoder().decode(await handle.readFile());
  } finally {
    await handle.close();
  }
}

export default {
  jobs: {
    read: async (args: unknown) => {
      const { file, ...options } = args as ReadArgs;
      return readShow(await textOf(file), options);
    },
  },
};
