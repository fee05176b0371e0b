// Ports of audio servers beside the desk. The desk links each to a port of its own device, whose channel then plays it.
import type { Reading, Value } from 'rowdesk/driver';
import type { FieldGroup } from './field-groups.ts';
import type { PortAlias } from './ports.ts';
import type { Names } from './values.ts';

const row = /^\/patch\/servers\/[^/]+$/;

/** `active`: the link has been made; until then the port is silent. */
interface Assignment extends PortAlias {
  readonly active: boolean;
}

export class PortAliases implements FieldGroup {
  readonly #names: Pick<Names, 'sources' | 'sinks'>;
  /** By the row of the server. */
  readonly #readings = new Map<string, Reading & { readonly value: readonly Assignment[] }>();

  constructor(names: Pick<Names, 'sources' | 'sinks'>) {
    this.#names = names;
  }

  takes({ path, field }: Value): boolean {
    return field === 'ports' && row.test(path);
  }

  apply(values: readonly Value[]): readonly Reading[] {
    return values.flatMap((value) => this.#replace(value));
  }

  /** Replaces the ports of a server. Returns the refusal of a list that does not fit. */
  #replace({ path, field, value }: Value): readonly Reading[] {
    if (!Array.isArray(value) || !value.every(isAssignment)) {
      const reason = 'ports must be a list of {portId, devicePort, nextPortId, active}';
      return [{ path, field, value, state: 'refused', reason }];
    }
    this.#readings.set(path, { path, field, value, state: 'applied' });
    const aliases = [...this.#readings.values()].flatMap((reading) => reading.value).filter(({ active }) => active);
    this.#names.sources.alias(aliases);
    this.#names.sinks.alias(aliases);
    return [];
  }

  get readings(): Iterable<Reading> {
    return this.#readings.values();
  }
}

function isAssignment(item: unknown): item is Assignment {
  const { portId, devicePort, nextPortId, active } = (item ?? {}) as Partial<Assignment>;
  return [portId, devicePort, nextPortId].every((id) => typeof id === 'string') && typeof active === 'boolean';
}
