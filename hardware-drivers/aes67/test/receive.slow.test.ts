// RTP as it is received: packets, samples, the ring of a stream, and its figures. In C++, over simulated time.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { testNative } from '../../../test/harness/native-tests.ts';

const home = fileURLToPath(new URL('..', import.meta.url));
const sources = ['pcm', 'rtp_packet', 'receive_ring', 'packet_log', 'transit_times', 'receive_stream'];
const tests = ['pcm_test', 'rtp_packet_test', 'impaired_test', 'alignment_test', 'hostile_test'];

const files = () => [
  ...sources.map((name) => join(home, 'src', `${name}.cc`)),
  ...tests.map((name) => join(home, 'test', `${name}.cc`)),
  join(home, '../sound-files/test/main.cc'),
];

testNative({
  title: 'streams of RTP are received as they were sent, and what they lack is concealed and counted (C++)',
  prints: 'ok   two paths that lose what the other has, 3 ms apart, one of them cut: not a sample changes',
  files,
  sanitized: files,
});
