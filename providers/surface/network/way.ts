/** The way to a peer. */
export interface Way {
  readonly address: string;
  readonly port: number;
  readonly transport: 'udp' | 'tcp' | 'ws';
  send(packet: Uint8Array): void;
}
