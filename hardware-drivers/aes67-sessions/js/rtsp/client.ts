// Asks a RAVENNA device for the description of a session: DESCRIBE, and the connection ends.
import { connect } from 'node:net';
import type { Timers } from '../timers.ts';
import { type Message, MessageReader, writeMessage } from './message.ts';

export interface Question {
  /** Of IPv4. */
  readonly address: string;
  readonly port: number;
  /** The address of the interface that the connection leaves by. */
  readonly localAddress: string;
  /** `/by-name/Stage%20left` */
  readonly path: string;
}

export const timeoutMs = 3_000;
const bounds = { head: 8_192, body: 65_536 };

/** Resolves to the description. Rejects in words: not reached, not answered within 3 s, refused, too long. */
export function describe(
  { address, port, localAddress, path }: Question,
  timers: Pick<Timers, 'after'>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, localAddress });
    const reader = new MessageReader(bounds);
    const cancel = timers.after(timeoutMs, () => end(new Error(`no answer within ${timeoutMs / 1_000} s`)));
    function end(outcome: Error | string): void {
      cancel();
      socket.destroy();
      if (typeof outcome === 'string') resolve(outcome);
      else reject(outcome);
    }
    socket.on('error', end);
    socket.on('close', () => end(new Error('the connection ended without an answer')));
    socket.on('connect', () => {
      const url = `rtsp://${address}:${port}${path}`;
      socket.write(writeMessage(`DESCRIBE ${url} RTSP/1.0`, { CSeq: 1, Accept: 'application/sdp' }));
    });
    socket.on('data', (chunk: Buffer) => {
      try {
        reader.add(chunk);
        const message = reader.next();
        if (message) end(descriptionIn(message));
      } catch (error) {
        end(error as Error);
      }
    });
  });
}

function descriptionIn({ start, fields, body }: Message): string {
  const status = /^RTSP\/1\.\d (\d{3})(?: |$)/.exec(start)?.[1];
  if (status === undefined) throw new Error('it does not answer by RTSP');
  if (status !== '200') throw new Error(`it refuses with status ${status}`);
  const type = fields.get('content-type') ?? '';
  if (!/^application\/sdp\b/i.test(type)) throw new Error('its answer is no application/sdp');
  return body.toString('utf8');
}
