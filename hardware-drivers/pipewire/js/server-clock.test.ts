import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { NumberedEnds, ServerEvent } from './native.ts';
import { PipeWireServer } from './server.ts';

const day = 86_400_000;
const added = (id: number, type: string, properties: Record<string, string>): ServerEvent => ({
  ...{ what: 'added', id, type, isDestroyable: true, properties },
});
const port = (id: number, node: number, name: string, direction: string) =>
  added(id, 'Port', { 'node.id': String(node), 'port.name': name, 'port.direction': direction });

let say: (event: ServerEvent) => void;
let requests: number[];
let server: PipeWireServer;

/** As of a server that makes no link, with an adapter that waits for its ports. */
class Connection {
  constructor(_socket: string, event: (event: ServerEvent) => void) {
    say = event;
  }

  link(request: number, _ends: NumberedEnds): void {
    requests.push(request);
  }

  destroy(): void {}
  configure(): void {}
  close(): void {}
}

beforeEach(() => {
  // Date and the monotonic clock: a step of the first leaves the second as it is.
  vi.useFakeTimers();
  vi.setSystemTime(Date.UTC(2026, 7, 1));
  requests = [];
  server = new PipeWireServer(
    { Connection, version: () => '1.0.0' },
    { id: 'pipewire', label: 'PipeWire', model: 'graph', transport: 'pipewire' },
    '/run/pipewire-0',
    {
      ...{ log: () => {}, warn: () => {}, changed: () => {}, changedOnDevice: () => {} },
      ...{ runtimeFolder: '/run', mediaFolder: '/media', recordingsFolder: '/recordings' },
    } as unknown as ConstructorParameters<typeof PipeWireServer>[3],
  );
  say(added(1, 'Node', { 'node.name': 'a' }));
  say(added(2, 'Node', { 'node.name': 'b' }));
  say(port(11, 1, 'out', 'out'));
  say(port(12, 2, 'in', 'in'));
  say({ what: 'ready' });
  const value = { path: '/graph', field: 'links', value: [{ from: 'a:out', to: 'b:in' }], fadeMs: 0 };
  server.apply(1, [value as unknown as Parameters<PipeWireServer['apply']>[1][number]]);
});
afterEach(() => {
  server.close();
  vi.useRealTimers();
});

test.each([
  ['a day back', -day],
  ['to 1970', 0],
  ['a day forth', day],
])(
  'a link that the server refuses is asked for again, where the clock of the system is set %s meanwhile',
  async (_words, stepMs) => {
    expect(requests).toEqual([1]);
    say({ what: 'linkRefused', request: 1, reason: 'no such format' });
    await vi.advanceTimersByTimeAsync(50);
    expect(requests).toEqual([1]);
    vi.setSystemTime(stepMs === 0 ? 0 : Date.now() + stepMs);
    await vi.advanceTimersByTimeAsync(100);
    // Not before its time either.
    expect(requests).toEqual([1]);
    await vi.advanceTimersByTimeAsync(200);
    expect(requests).toEqual([1, 2]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(requests.length).toBeGreaterThan(2);
    expect(requests.length).toBeLessThan(6);
  },
);

test('a link is shown since the time on the wall', async () => {
  say(added(20, 'Link', { 'link.output.port': '11', 'link.input.port': '12' }));
  say({ what: 'node', id: 1, error: '', properties: { 'media.class': 'Audio/Source' } });
  say({ what: 'node', id: 2, error: '', properties: { 'media.class': 'Audio/Sink' } });
  say({ what: 'link', id: 20, error: '', properties: {} });
  expect(server.graph.read().links[0]?.sinceMs).toBe(Date.UTC(2026, 7, 1));
});
