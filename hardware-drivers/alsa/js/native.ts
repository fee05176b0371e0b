// The native part as TypeScript sees it (src/addon.cc), and its loading.
import type { ProcessorHandle } from 'rowdesk/driver';
import { loadAddon } from '../../lib/cycles/js/addon.ts';
import type { CycleFigures } from '../../lib/cycles/js/figures.ts';

/** A card of the kernel (src/cards.h). */
export interface KernelCard {
  readonly number: number;
  readonly id: string;
  readonly driver: string;
  readonly name: string;
  readonly longName: string;
  readonly mixerName: string;
  /** The first PCM devices of each direction; -1 for none. */
  readonly captureDevice: number;
  readonly playbackDevice: number;
}

/** A PCM that the configuration of alsa-lib marks as a card by itself. */
export interface NamedCard {
  readonly name: string;
  /** '' without one. */
  readonly description: string;
}

export interface Cards {
  readonly kernel: readonly KernelCard[];
  readonly named: readonly NamedCard[];
}

/** What a direction of a card can do. */
export interface Abilities {
  /** Up to 128. */
  readonly channels: number;
  /** Hz, ascending. */
  readonly ratesHz: readonly number[];
}

export interface CardSettings {
  /** Names of PCMs; '' for a direction that is not there. */
  readonly capture: string;
  readonly playback: string;
  readonly clockName: string;
  readonly rateHz: number;
  /** Asked of the card, which gives the nearest. */
  readonly periodFrames: number;
  /** Periods from the block to the output connector. */
  readonly leadPeriods: number;
}

/** What the card gave. */
export interface CardShape {
  readonly periodFrames: number;
  /** From the block to the output connector. */
  readonly leadFrames: number;
  /** Both directions start and stop together. */
  readonly isLinked: boolean;
}

/** An error of ALSA. */
export interface AlsaError extends Error {
  /** Positive, of the system; absent where the library itself is missing. */
  readonly errno?: number;
}

export interface NativeCard {
  /**
   * Opens and starts the card: its periods go to the processor, or are silent. `gone` comes at most once, with the reason;
   * `close` then ends what is left. Throws AlsaError.
   */
  open(settings: CardSettings, gone: (reason: string) => void): CardShape;
  close(): void;
  /** Fades both ways in or out. */
  enable(isEnabled: boolean): void;
  /** Prepares the processor, also for the next `open`. Throws Error with the cause. */
  start(processor: ProcessorHandle, rateHz: number): void;
  stop(): void;
  figures(): CycleFigures;
}

export interface Native {
  readonly Card: new (inputs: number, outputs: number) => NativeCard;
  /** Opens no PCM. Throws Error with the remedy without the library. */
  cards(): Cards;
  /** Opens the PCM for a moment. Throws AlsaError. */
  abilities(name: string, isCapture: boolean): Abilities;
  /** Of the library that was found. Throws Error with the remedy without one. */
  version(): string;
}

/** Throws Error with the remedy. */
export const loadNative = (): Native =>
  loadAddon({ module: import.meta.url, name: 'alsa', driver: 'the ALSA driver', headers: 'libasound2-dev' });
