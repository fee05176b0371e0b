// The models of stageboxes that are known: those that come with rowdesk, and those of the folder `models` beside the
// configuration file.
import { fileURLToPath } from 'node:url';
import { DataFolder, type FileProblem, type Token, token } from 'rowdesk/provider';
import { readModel, type StageboxModel } from './model.ts';

export type { StageboxModel };

/** How a device names its model: by its token, or on USB by `usb-vendor:product` in its id. */
export interface Modelled {
  readonly id: string;
  readonly transport: string;
  readonly model: string;
}

export interface StageboxModels {
  /** Those of rowdesk first, each by token. */
  list(): readonly StageboxModel[];
  of(device: Modelled): StageboxModel | undefined;
  /** By `vendor:product`, four hexadecimal digits each. */
  byUsbId(id: string): StageboxModel | undefined;
}
export const StageboxModels: Token<StageboxModels> = token<StageboxModels>('stagebox.models');

const shipped = fileURLToPath(new URL('./models', import.meta.url));
const usbId = /^usb-([0-9a-f]{4}:[0-9a-f]{4})(-|$)/;

export class KnownModels implements StageboxModels {
  readonly problems: readonly FileProblem[];
  readonly #byToken = new Map<string, StageboxModel>();
  readonly #byUsbId = new Map<string, StageboxModel>();

  /** Folders in their order; one that is not there has no models. What an earlier one has can't be had again. */
  constructor(folders: readonly string[]) {
    this.problems = [shipped, ...folders].flatMap((folder) => this.#read(folder));
  }

  list(): readonly StageboxModel[] {
    return [...this.#byToken.values()];
  }

  of({ id, transport, model }: Modelled): StageboxModel | undefined {
    return this.#byToken.get(model) ?? (transport === 'usb' ? this.byUsbId(usbId.exec(id)?.[1] ?? '') : undefined);
  }

  byUsbId(id: string): StageboxModel | undefined {
    return this.#byUsbId.get(id);
  }

  #read(path: string): readonly FileProblem[] {
    const folder = new DataFolder(path);
    for (const file of folder.names) folder.read(file, (text) => this.#add(readModel(file, text)));
    return folder.problems;
  }

  #add(model: StageboxModel): void {
    this.#checkNew(model);
    this.#byToken.set(model.token, model);
    for (const id of model.usb ?? []) this.#byUsbId.set(id, model);
  }

  #checkNew({ token: name, usb = [] }: StageboxModel): void {
    if (this.#byToken.has(name)) throw new Error(`there is a model ${name} already; choose another token`);
    const taken = usb.find((id) => this.#byUsbId.has(id));
    if (taken !== undefined)
      throw new Error(`the USB id ${taken} is that of ${this.#byUsbId.get(taken)?.token} already`);
  }
}
