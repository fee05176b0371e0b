// `node describer.mjs ADDRESS PORT FILE`: answers each DESCRIBE of RTSP with the file. Writes the path of each question.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

const [, , address, port, file] = process.argv;
const text = readFileSync(file, 'utf8');
const server = createServer((socket) => {
  socket.on('error', () => {});
  socket.once('data', (bytes) => {
    const [, path] = /^DESCRIBE rtsp:\/\/[^/]+(\S+) RTSP\/1\.0\r\n/.exec(bytes.toString('latin1')) ?? [];
    console.info(path);
    const type = 'Content-Type: application/sdp';
    socket.write(`RTSP/1.0 200 OK\r\nCSeq: 1\r\n${type}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  });
});
server.listen(Number(port), address);
