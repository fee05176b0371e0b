import { Client, type Row } from '../client.ts';
import { CommandError } from '../command-error.ts';
import { type Format, isTable, printable, printRow } from '../output.ts';
import { table } from '../table.ts';
import type { Terminal } from '../terminal.ts';

interface DeskArgs {
  readonly url: string;
  readonly output?: Format;
}
interface Device {
  readonly id: string;
  readonly own: boolean;
  readonly rxChannels: number;
}
interface Subscription {
  readonly txDevice: string;
  readonly txChannelLabel: string;
}

const deviceColumns = ['id', 'name', 'address', 'rate', 'sends', 'receives', 'clock', 'state'];
const inputColumns = ['input', 'subscribed to', 'status'];
const pathOf = (id: string, n: number) => `/netaudio/${encodeURIComponent(id)}/rx/${n}`;

/** `rowdesk netaudio`: the devices of the network, and which input of the desk receives what. */
export async function listNetaudio({ url, output }: DeskArgs, terminal: Terminal): Promise<void> {
  const client = new Client(url);
  const devices = await devicesOf(client);
  const inputs = await Promise.all(
    devices
      .filter(({ own }) => own)
      .flatMap(({ id, rxChannels }) =>
        Array.from({ length: rxChannels }, async (_, place): Promise<Row> => {
          return { id, n: place + 1, ...(await client.get(pathOf(id, place + 1))) };
        }),
      ),
  );
  if (!isTable(output, terminal)) return printRow({ devices, inputs }, 'json', terminal);
  const lines = devices.map((device) => ({ ...device, ...inWords(device as unknown as Row) }));
  terminal.data(table(lines, deviceColumns, terminal.width));
  const subscribed = inputs.filter(({ subscription }) => (subscription as Subscription).txDevice !== '');
  if (subscribed.length === 0) return;
  const received = subscribed.map(({ id, n, subscription, status }) => {
    const { txDevice, txChannelLabel } = subscription as Subscription;
    return { input: `${id}/${n}`, 'subscribed to': printable(`${txDevice}/${txChannelLabel}`), status };
  });
  terminal.data(`\n${table(received, inputColumns, terminal.width)}`);
  for (const { id, n, reason } of subscribed) if (reason !== '') terminal.data(`${id}/${n}: ${printable(reason)}\n`);
}

function inWords({ name, txChannels, rxChannels, own, online, locked, clockRole }: Row): Row {
  const state = [online === true ? 'there' : 'away', ...(own === true ? ['own'] : [])].join(', ');
  const clock = locked === true ? `locked${clockRole === 'leader' ? ', leader' : ''}` : 'not locked';
  return { name: printable(name), sends: txChannels, receives: own === true ? rxChannels : '', clock, state };
}

/** `rowdesk netaudio subscribe DEVICE/LABEL RX` */
export async function subscribe(
  { sender, rx, ...args }: DeskArgs & { readonly sender: string; readonly rx: string },
  terminal: Terminal,
): Promise<void> {
  const slash = sender.indexOf('/');
  if (slash < 1 || slash === sender.length - 1) {
    throw new CommandError('usage', `a channel is DEVICE/LABEL, as stage-left/Vox; not ${sender}`);
  }
  const subscription = { txDevice: sender.slice(0, slash), txChannelLabel: sender.slice(slash + 1) };
  await write({ ...args, rx, subscription }, terminal);
}

/** `rowdesk netaudio unsubscribe RX` */
export async function unsubscribe(args: DeskArgs & { readonly rx: string }, terminal: Terminal): Promise<void> {
  await write({ ...args, subscription: { txDevice: '', txChannelLabel: '' } }, terminal);
}

async function write(
  { url, rx, subscription, output }: DeskArgs & { readonly rx: string; readonly subscription: Subscription },
  terminal: Terminal,
): Promise<void> {
  const client = new Client(url);
  const path = await inputAt(client, rx);
  const { row } = await client.patch(path, { subscription });
  printRow(row, output, terminal);
  // The subscription is kept, and connects once the channel is announced.
  if (row.reason !== '') terminal.talk(printable(row.reason));
}

/** `aes67/3`, or `3` where the desk has one device. Throws CommandError usage. */
async function inputAt(client: Client, rx: string): Promise<string> {
  const [, named, n = ''] = /^(?:([^/]+)\/)?([1-9]\d{0,2})$/.exec(rx) ?? [];
  if (n === '') throw new CommandError('usage', `an input is DEVICE/NUMBER or NUMBER, as aes67/3; not ${rx}`);
  if (named !== undefined) return pathOf(named, Number(n));
  const own = (await devicesOf(client)).filter((device) => device.own).map(({ id }) => id);
  const [only] = own;
  if (only === undefined)
    throw new CommandError('refused', 'the desk has no device of network audio: see docs/netaudio.md');
  if (own.length > 1) throw new CommandError('usage', `the desk has ${own.join(' and ')}: say which, as ${only}/${n}`);
  return pathOf(only, Number(n));
}

const devicesOf = async (client: Client) => (await client.get('/netaudio')).devices as readonly Device[];
