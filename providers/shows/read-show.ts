// A show file as it is read: line by line, with the fields that each line stands for. The process of the job makes it, and
// knows nothing of the desk but its strips.

/** A field that a line sets. */
export interface ShowValue {
  readonly path: string;
  readonly field: string;
  readonly value: unknown;
  /** What the file calls it, and its value there. */
  readonly part: string;
  readonly from: string;
  /** That console has it so from its factory: it is no loss where this desk has no such field. */
  readonly isDefault: boolean;
  /** True: the value is one more member of the list in `field`. */
  readonly isItem?: true;
}

/** A value of a line that became another one; null: it is left out. */
export interface LostPart {
  readonly part: string;
  readonly from: string;
  readonly to: string | null;
  readonly why: string;
}

export interface ShowLine {
  /** From 1. */
  readonly line: number;
  /** The address, or the name of a row of a list. */
  readonly key: string;
  readonly values: readonly ShowValue[];
  readonly lost: readonly LostPart[];
}

/** Sockets of that console, as a device with this id: the session's `remap` puts a box of this desk in its place. */
export interface ShowDevice {
  readonly id: string;
  readonly label: string;
}

export interface ReadShow {
  readonly format: string;
  readonly version: string;
  readonly name: string;
  readonly notes: string;
  readonly lines: readonly ShowLine[];
  readonly devices: readonly ShowDevice[];
}

export interface ReadOptions {
  /** How many strips of each kind the desk has. */
  readonly layout: Readonly<Record<string, number>>;
  /** Where the preset of one channel goes. */
  readonly channel: number;
}

/** A file that is none, in words for the user. */
export class UnreadableShow extends Error {}

/** Bounds of what a report lists. */
export const mostWordChars = 80;
export const shortened = (text: string) =>
  text.length > mostWordChars ? `${text.slice(0, mostWordChars - 1)}…` : text;
