// The lines of a description (RFC 8866), by section: the session, and each medium.

/** A description that the desk does not take, in words. */
export class SdpProblem extends Error {}

export const longestText = 65_536;
const longestLine = 4_096;
const mostLines = 2_048;
const mostMedia = 32;

export class Section {
  readonly #lines: readonly string[];

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  /** The values of the lines `c=...`, in order. */
  all(type: string): readonly string[] {
    return this.#lines.filter((line) => line.startsWith(`${type}=`)).map((line) => line.slice(2).trim());
  }

  first(type: string): string | undefined {
    return this.all(type)[0];
  }

  /** The values of the lines `a=name:...`; '' for one without value. */
  attributes(name: string): readonly string[] {
    return this.all('a').flatMap((value) => {
      if (value === name) return [''];
      return value.startsWith(`${name}:`) ? [value.slice(name.length + 1).trim()] : [];
    });
  }

  attribute(name: string): string | undefined {
    return this.attributes(name)[0];
  }
}

/** Without a byte order mark, and without the zero bytes that programs in C send behind their text. */
export function bare(text: string): string {
  return (text.split('\0', 1)[0] as string).replace(/^\s+/, '');
}

/** Throws SdpProblem for what is too large or no description. Lines may end without a carriage return. */
export function sectionsOf(text: string): { readonly session: Section; readonly media: readonly Section[] } {
  if (text.length > longestText) throw new SdpProblem(`it is longer than ${longestText} characters`);
  const lines = bare(text)
    .split(/\r\n|\n|\r/, mostLines + 1)
    .filter((line) => line !== '');
  if (lines.length > mostLines) throw new SdpProblem(`it has more than ${mostLines} lines`);
  if (lines[0]?.trim() !== 'v=0') throw new SdpProblem('its first line is not v=0');
  const sections: string[][] = [[]];
  for (const line of lines) {
    if (line.length > longestLine) throw new SdpProblem(`a line is longer than ${longestLine} characters`);
    if (!/^[a-z]=/.test(line)) throw new SdpProblem('a line does not begin with a letter and an equals sign');
    if (line.startsWith('m=')) sections.push([]);
    sections.at(-1)?.push(line);
  }
  if (sections.length - 1 > mostMedia) throw new SdpProblem(`it has more than ${mostMedia} media`);
  const [session, ...media] = sections.map((each) => new Section(each));
  return { session: session as Section, media };
}
