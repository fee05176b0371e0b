// Ports that the desk may play at: their names, and which of them are free.
import { fieldOf } from '../desk/rows.ts';

export interface OutputPort {
  readonly id: string;
  readonly words: string;
  readonly isPresent: boolean;
}

interface Sink {
  readonly label: string;
  readonly present: boolean;
  readonly ports: readonly { readonly id: string; readonly label: string }[];
}

/** What `outputPorts` and `freePorts` read. */
export const portRows = ['/patchbay/nodes', '/patch', '/cue'];

export function outputPorts(): readonly OutputPort[] {
  const sinks = fieldOf<readonly Sink[]>('/patchbay/nodes', 'sinks').value ?? [];
  return sinks.flatMap(({ label, present, ports }) =>
    ports.map((port) => ({ id: port.id, words: `${label} ${port.label}`, isPresent: present })),
  );
}

/** Present, and in use by no bus; what is called phones or headphones comes first. */
export function freePorts(): readonly OutputPort[] {
  const patched = fieldOf<readonly { readonly portId: string }[]>('/patch', 'outputs').value ?? [];
  const used = new Set(patched.map(({ portId }) => portId));
  const free = outputPorts().filter(({ id, isPresent }) => isPresent && !used.has(id));
  const isPhones = ({ words }: OutputPort) => /phones/i.test(words);
  return [...free.filter(isPhones), ...free.filter((port) => !isPhones(port))];
}
