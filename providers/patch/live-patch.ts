// The patch as it is: of strips what they hear, of outputs what they play.
import { type Audio, type Change, type DeskReader, linkId } from 'rowdesk/provider';
import { type Layout, type StripRef, stripPath } from '../console/index.ts';
import { type InputItem, type OutputItem, type SourceKind, sourceLegs, startingOutputs } from './contract.ts';
import { exitItems } from './exits.ts';
import type { InsertItem } from './insert-contract.ts';
import { insertEdges, insertsOf, insertsPath } from './inserts.ts';
import { type Leg, portOfLeg } from './legs.ts';
import { nextInput, resolved } from './ports.ts';
import type { ServerPorts } from './server-ports.ts';

export const outputsPath = '/patch/outputs';
export const rightLegPath = ({ kind, index }: StripRef): string => `/patch/rightLegs/${kind}/${index}`;

/** A port with a strip, in the direction of the sound. */
export interface Edge {
  /** As the graph calls the link of the two. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** The id of the port as the patch has it: `from` or `to` may be what it stands for now. */
  readonly portId: string;
  readonly direction: 'input' | 'output';
  readonly strip: StripRef;
  readonly leg: Leg;
  /** Heard only while the strip's spare is selected, or only while its main source is. */
  readonly isSpare: boolean;
}

export interface PatchContent {
  readonly inputs: readonly InputItem[];
  readonly outputs: readonly OutputItem[];
  /** None in patches of before there were any. */
  readonly inserts?: readonly InsertItem[];
}

export class LivePatch {
  readonly #layout: Layout;
  readonly #audio: Audio;
  readonly #servers: ServerPorts;

  constructor(layout: Layout, audio: Audio, servers: ServerPorts) {
    this.#layout = layout;
    this.#audio = audio;
    this.#servers = servers;
  }

  /** The strips that ports may feed. None while nobody provides strips. */
  sourceStrips(desk: DeskReader): readonly SourceStrip[] {
    return this.#layout
      .all()
      .filter((ref): ref is SourceStrip => Object.hasOwn(sourceLegs, ref.kind))
      .filter((ref) => desk.has(stripPath(ref)));
  }

  read(desk: DeskReader): Required<PatchContent> {
    return { inputs: this.inputs(desk), outputs: this.outputs(desk), inserts: insertsOf(desk) };
  }

  inputs(desk: DeskReader): readonly InputItem[] {
    return this.sourceStrips(desk).flatMap((strip) => inputsOf(strip, desk));
  }

  /** Where nobody provides a patch, what the mixer begins with. */
  outputs(desk: DeskReader): readonly OutputItem[] {
    return desk.has(outputsPath)
      ? (desk.read(outputsPath).outputs as readonly OutputItem[])
      : startingOutputs(this.#layout);
  }

  /** What makes the patch this one; strips that it does not name hear nothing. */
  changes({ inputs, outputs, inserts }: Partial<PatchContent>, desk: DeskReader): readonly Change[] {
    const changes: Change[] = [];
    if (inputs !== undefined) {
      for (const strip of this.sourceStrips(desk)) {
        changes.push(...sourceChanges(stripPath(strip), strip, 'left', inputs));
        if (sourceLegs[strip.kind] === 2) changes.push(...sourceChanges(rightLegPath(strip), strip, 'right', inputs));
      }
    }
    if (outputs !== undefined) changes.push({ path: outputsPath, field: 'outputs', value: outputs, via: 'outputs' });
    if (inserts !== undefined) changes.push({ path: insertsPath, field: 'inserts', value: inserts, via: 'inserts' });
    return changes;
  }

  /** Of one strip: those that it hears now, and those where it is played. */
  edgesAt(strip: StripRef, desk: DeskReader): { readonly heard: readonly Edge[]; readonly played: readonly Edge[] } {
    const isSpare = Object.hasOwn(sourceLegs, strip.kind) && desk.read(stripPath(strip)).sourceSelected === 'spare';
    const inputs = Object.hasOwn(sourceLegs, strip.kind) ? inputsOf(strip as SourceStrip, desk) : [];
    const outputs = [...this.outputs(desk), ...exitItems(desk)].filter((item) => isSameStrip(item.strip, strip));
    return {
      heard: this.edgesOf({ inputs, outputs: [] }).filter((edge) => edge.isSpare === isSpare),
      played: outputs.map((item) => this.#outputEdge(item)),
    };
  }

  /** Of what strips hear and where they are heard; inserts come back to where they leave. */
  edges(desk: DeskReader): readonly Edge[] {
    return this.edgesOf({ inputs: this.inputs(desk), outputs: this.outputs(desk) });
  }

  /** Of what leaves the desk beside the patch. */
  exits(desk: DeskReader): readonly Edge[] {
    return exitItems(desk).map((item) => this.#outputEdge(item));
  }

  edgesOf({ inputs, outputs, inserts = [] }: PatchContent): readonly Edge[] {
    return [
      ...inputs.flatMap((item) => this.#inputEdges(item, inputs)),
      ...outputs.map((item) => this.#outputEdge(item)),
      ...insertEdges(inserts, this.#audio),
    ];
  }

  #inputEdges(item: InputItem, inputs: readonly InputItem[]): readonly Edge[] {
    const { strip, leg = 'left', sourceId, spareSourceId = '' } = item;
    const sources = [
      { portId: sourceId, isSpare: false },
      { portId: spareSourceId, isSpare: true },
    ].filter(({ portId }) => portId !== '');
    return sources.flatMap(({ portId, isSpare }) => {
      const edges = [inputEdge(strip, leg, portId, isSpare)];
      if (leg === 'right' || sourceLegs[strip.kind as SourceKind] === 1) return edges;
      const right = inputs.find((each) => each.leg === 'right' && isSameStrip(each.strip, strip));
      const own = (isSpare ? right?.spareSourceId : right?.sourceId) ?? '';
      const next = own === '' ? nextInput(portId, this.#audio, this.#servers) : '';
      return next === '' ? edges : [...edges, inputEdge(strip, 'right', next, isSpare)];
    });
  }

  #outputEdge({ strip, leg, portId }: OutputItem): Edge {
    const to = resolved(portId, this.#audio);
    const from = portOfLeg(strip, leg);
    return { id: linkId(from, to), from, to, portId, direction: 'output', strip, leg, isSpare: false };
  }
}

const isSameStrip = (a: StripRef, b: StripRef): boolean => a.kind === b.kind && a.index === b.index;

function inputEdge(strip: StripRef, leg: 'left' | 'right', portId: string, isSpare: boolean): Edge {
  const to = portOfLeg(strip, leg);
  return { id: linkId(portId, to), from: portId, to, portId, direction: 'input', strip, leg, isSpare };
}

type SourceStrip = StripRef & { readonly kind: SourceKind };

function inputsOf({ kind, index }: SourceStrip, desk: DeskReader): readonly InputItem[] {
  const strip = { kind, index };
  const items: InputItem[] = [{ strip, leg: 'left', ...sourcesAt(stripPath(strip), desk) }];
  if (sourceLegs[kind] === 2) {
    const right = rightLegPath(strip);
    if (desk.has(right)) items.push({ strip, leg: 'right', ...sourcesAt(right, desk) });
  }
  return items.filter(({ sourceId, spareSourceId }) => sourceId !== '' || spareSourceId !== '');
}

function sourcesAt(path: string, desk: DeskReader) {
  const { sourceId, spareSourceId } = desk.read(path);
  return { sourceId: sourceId as string, spareSourceId: spareSourceId as string };
}

function sourceChanges(
  path: string,
  strip: StripRef,
  leg: 'left' | 'right',
  inputs: readonly InputItem[],
): readonly Change[] {
  const place = inputs.findIndex((item) => isSameStrip(item.strip, strip) && (item.leg ?? 'left') === leg);
  const item = inputs[place];
  const via = (field: string) => (item === undefined ? 'inputs' : `inputs/${place}/${field}`);
  return [
    { path, field: 'sourceId', value: item?.sourceId ?? '', via: via('sourceId') },
    { path, field: 'spareSourceId', value: item?.spareSourceId ?? '', via: via('spareSourceId') },
  ];
}
