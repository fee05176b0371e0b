// Recording: follows the ring of the mixer, and keeps the take.
import { join } from 'node:path';
import type { DriverContext, Reading, Value } from 'rowdesk/driver';
import { DiskSpace } from './disk-space.ts';
import { LeftTake } from './left-take.ts';
import { loadNative, type NativeRecorder, type NativeRecorderClass, type RecorderState } from './native.ts';
import type { Arguments, Part } from './part.ts';
import { RecordingSettings } from './recording-settings.ts';
import { readBootId, type TakeDocument } from './take-document.ts';
import { TakeFolder } from './take-folder.ts';
import { trackNames } from './take-names.ts';
import { TakeUnderWay } from './take-under-way.ts';
import { UnsavedTakes } from './unsaved-takes.ts';

const lookMs = 200;
const spaceMs = 1000;
/** Of the process that ends; a disk that takes longer leaves a take to be recovered. */
const endTimeoutMs = 2000;
const mebibytes = (bytes: number) => Math.floor(bytes / 2 ** 20);

export class Recording implements Part {
  readonly path = '/record';
  readonly calls = {
    start: (args: Arguments) => this.#start(args),
    stop: () => this.#stop(),
    split: () => this.#split(),
    mark: (args: Arguments) => this.#mark(args),
    position: () => ({ atS: this.#current().positionS }),
  };
  readonly #context: DriverContext;
  readonly #types: NativeRecorderClass;
  readonly #native: NativeRecorder;
  readonly #settings = new RecordingSettings(this.path);
  readonly #takesFolder: string;
  readonly #space: DiskSpace;
  readonly #left: LeftTake;
  readonly #timer: NodeJS.Timeout;
  #take: TakeUnderWay | undefined;
  readonly #unsaved = new UnsavedTakes();
  #isClosed = false;
  #fault = '';
  #lastSaid = '';
  #spaceAtMs = Number.NEGATIVE_INFINITY;

  /** Throws Error with the remedy when the native half is missing. */
  constructor(context: DriverContext) {
    this.#context = context;
    this.#types = loadNative().NativeRecorder;
    this.#native = new this.#types(context.runtimeFolder);
    this.#takesFolder = join(context.recordingsFolder, 'takes');
    this.#space = new DiskSpace(this.#takesFolder);
    this.#native.setPreRoll(this.#settings.preRollS);
    this.#space.look();
    const { native, types, takesFolder } = { native: this.#native, types: this.#types, takesFolder: this.#takesFolder };
    this.#left = new LeftTake({ native, types, takesFolder, unsaved: this.#unsaved, context });
    this.#timer = setInterval(() => this.#look(), lookMs);
    this.#timer.unref();
  }

  apply(values: readonly Value[]): readonly Reading[] {
    const refused = this.#settings.apply(values);
    this.#native.setPreRoll(this.#settings.preRollS);
    return refused;
  }

  observe(): readonly Reading[] {
    const state = this.#native.state();
    const take = this.#take ?? this.#left.take;
    const written = this.#take ? state.take : null;
    const bytesPerSecond = this.#bytesPerSecond(state);
    const facts = {
      state: take ? 'recording' : state.isReady && !this.#left.isMending ? 'ready' : 'off',
      takeId: take?.document.takeId ?? '',
      elapsedS: take && written ? Math.round((written.frames / take.document.rate) * 10) / 10 : 0,
      freeSpaceMb: mebibytes(this.#space.freeBytes),
      remainingS: this.#space.remainingS(bytesPerSecond) ?? 0,
      bufferFillPercent: Math.round((written?.bufferFill ?? 0) * 1000) / 10,
      dropouts: take?.document.dropoutCount ?? 0,
      bytesPerSecond,
      neededMemoryMb: Math.ceil(state.neededBytes / 2 ** 20),
      reserveS: Math.round(state.ringS * 10) / 10,
      fault: this.#faultOf(take) || state.fault,
    };
    const readings = Object.entries(facts).map(([field, value]): Reading => {
      return { path: this.path, field, value, state: 'applied' };
    });
    return [...this.#settings.observe(), ...readings];
  }

  close(): void {
    this.#isClosed = true;
    this.#left.close();
    clearInterval(this.#timer);
    const take = this.#take;
    if (take && take.document.state === 'recording') {
      take.stop();
      this.#native.wait(endTimeoutMs);
      const written = this.#native.state().take;
      try {
        if (written) take.saveFinally(written);
      } catch (error) {
        this.#context.log('error', `take ${take.document.takeId}: ${(error as Error).message}`);
      }
    }
    this.#native.close();
  }

  #start(args: Arguments): Arguments {
    const { takeId, name, at } = args;
    if (typeof takeId !== 'string' || !/^\w[\w.-]{0,127}$/.test(takeId)) throw new Error('takeId must be a file name');
    if (typeof name !== 'string') throw new Error('name must be a text');
    if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) throw new Error('at must be a time');
    const busy = this.#take ?? this.#left.take;
    if (busy) throw new Error(`the take ${busy.document.name} is still being recorded`);
    if (this.#left.isMending) throw new Error('takes that were left unclosed are being mended: try again');
    const state = this.#native.state();
    const { ring, fault } = state;
    if (fault !== '') throw new Error(fault);
    if (!ring) throw new Error('there is nothing to record: no strip is armed, or the mixer gives no sound');
    const remainingS = this.#space.remainingS(this.#bytesPerSecond(state));
    if (remainingS === 0) throw new Error(`the disk has no room: ${mebibytes(this.#space.freeBytes)} MB are free`);
    const folder = TakeFolder.create(this.#takesFolder, takeId);
    try {
      const names = (args.names ?? {}) as Readonly<Record<string, unknown>>;
      const called = ring.tracks.map(({ path }) => String(names[path] ?? path));
      const stems = trackNames(called).map(({ stem }) => stem);
      const document: TakeDocument = {
        ...{ format: 1, takeId, name, startedAt: at, rate: ring.rate },
        tapPoint: typeof args.tapPoint === 'string' ? args.tapPoint : '',
        ...{ fileFormat: this.#settings.fileFormat, bitDepth: this.#settings.bitDepth },
        ...{ preRollS: this.#settings.preRollS, splitMinutes: this.#settings.splitMinutes },
        tracks: ring.tracks.map(({ path, channels, role }, index) => {
          const [name = '', stem = ''] = [called[index], stems[index]];
          return { number: index + 1, path, name, channels, role, stem, files: [] };
        }),
        ...{ parts: [], markers: [], dropouts: [], dropoutCount: 0, state: 'recording', complete: true, fault: '' },
        bootId: readBootId(),
      };
      folder.saveNow(document);
      const take = new TakeUnderWay(this.#types, this.#native, folder, document);
      take.begin();
      this.#take = take;
    } catch (error) {
      folder.remove();
      throw error;
    }
    this.#fault = '';
    this.#left.forgetFault();
    this.#look();
    return {};
  }

  #stop(): Arguments {
    if (this.#left.take) this.#left.giveUp('it was stopped before the sound was back');
    else this.#current().stop();
    return {};
  }

  #split(): Arguments {
    this.#current().split();
    return {};
  }

  #mark({ label = '' }: Arguments): Arguments {
    if (typeof label !== 'string' || label.length > 256)
      throw new Error('label must be a text of at most 256 characters');
    return { atS: this.#current().mark(label) };
  }

  /** What goes wrong with takes, '' for nothing: why one has ended, or why take.json of one is not what it should be. */
  #faultOf(take: TakeUnderWay | undefined): string {
    return this.#fault || this.#left.fault || this.#unsaved.fault || take?.folder.fault || take?.document.fault || '';
  }

  /** Throws Error when nothing is recorded. */
  #current(): TakeUnderWay {
    if (this.#take) return this.#take;
    throw new Error(this.#left.take ? 'the take waits for the sound to come back' : 'no take is being recorded');
  }

  /**
   * What a second of the tracks has at most; a FLAC is smaller. A take that goes on has its own tracks, also while the mixer
   * that comes back has no ring yet.
   */
  #bytesPerSecond({ ring }: RecorderState): number {
    const take = this.#take ?? this.#left.take;
    if (take) return take.bytesPerSecond;
    return ring ? (ring.channels * ring.rate * this.#settings.bitDepth) / 8 : 0;
  }

  /** Once in `lookMs`: takes over what the native half tells, and says what can't wait for the heartbeat. */
  #look(): void {
    const nowMs = performance.now();
    if (nowMs - this.#spaceAtMs >= spaceMs) {
      this.#spaceAtMs = nowMs;
      this.#unsaved.saveAgain();
      this.#space.look();
    }
    const state = this.#native.state();
    if (this.#left.take) this.#take = this.#left.goOn(state);
    else if (this.#take && state.take) {
      this.#take.follow(state.take);
      if (state.take.isComplete) void this.#ended(this.#take);
      else if (this.#space.remainingS(this.#bytesPerSecond(state)) === 0) {
        this.#take.stop(`the disk is nearly full: the take ended with ${mebibytes(this.#space.freeBytes)} MB left`);
      }
    }
    const second = Math.floor((this.#take ? (state.take?.frames ?? 0) : 0) / (state.ring?.rate ?? 1));
    const { takeId = '', dropoutCount = 0 } = this.#take?.document ?? {};
    const said = [
      state.isReady,
      this.#left.isMending,
      state.fault,
      this.#fault,
      this.#left.fault,
      this.#unsaved.fault,
      takeId,
      dropoutCount,
      second,
    ].join(' ');
    if (said !== this.#lastSaid) this.#context.changed();
    this.#lastSaid = said;
  }

  /** The take is over once take.json says so, or can't. */
  async #ended(take: TakeUnderWay): Promise<void> {
    await take.folder.saved();
    if (take !== this.#take || this.#isClosed) return;
    const { takeId, fault } = take.document;
    const why = fault || take.folder.fault;
    this.#take = undefined;
    this.#fault = fault;
    if (take.folder.fault !== '') this.#unsaved.save(take.folder, take.document);
    if (why !== '') this.#context.log('warn', `take ${takeId} has ended: ${why}`);
    this.#look();
  }
}
