// `node doorway.mjs SOCKET PORT`: each connection to the Unix socket goes on to the port of 127.0.0.1, in the network namespace
// of this process. Writes a line once it listens.
import { connect, createServer } from 'node:net';

const [, , path, port] = process.argv;
createServer((outside) => {
  const inside = connect(Number(port), '127.0.0.1');
  outside.pipe(inside).pipe(outside);
  for (const [one, other] of [
    [outside, inside],
    [inside, outside],
  ]) {
    one.on('error', () => {});
    one.on('close', () => other.destroy());
  }
}).listen(path, () => console.info('open'));
