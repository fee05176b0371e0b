// The version of linuxptp that is installed, and the words of its configuration that depend on it.
import { execFile } from 'node:child_process';

/** Where Debian has it, and where a build of one's own goes; a service may have neither in its path. */
const folders = ['/usr/sbin', '/usr/local/sbin', '/usr/bin', '/usr/local/bin'];
const answerMs = 3_000;

/** The first number of `ptp4l -v`, `3.1.1`; undefined without a ptp4l that says it. */
export function majorVersion(said: string): number | undefined {
  const [, major] = /^v?(\d{1,3})\.\d/.exec(said.trim()) ?? [];
  return major === undefined ? undefined : Number(major);
}

/** The option that keeps ptp4l from giving the time: linuxptp 4 has `clientOnly`, and 3 refuses to start with that. */
export function followerOption(major: number | undefined): string {
  if (major === undefined) return 'slaveOnly (clientOnly from linuxptp 4 on)';
  return major >= 4 ? 'clientOnly' : 'slaveOnly';
}

/** Asks once. Resolves to undefined where there is no answer. */
export function installedVersion(): Promise<number | undefined> {
  const PATH = [process.env.PATH ?? '', ...folders].filter((each) => each !== '').join(':');
  const options = { env: { PATH }, timeout: answerMs, maxBuffer: 4_096 };
  return new Promise((resolve) => {
    execFile('ptp4l', ['-v'], options, (error, said) => resolve(error ? undefined : majorVersion(said)));
  });
}
