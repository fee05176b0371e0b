// Templates and addresses: `/channel/{kind}/{index}` and `/channel/input/3`.

import { Refusal } from '../base/refusals.ts';
import type { At } from './definitions.ts';

export interface Segment {
  /** The literal text, or the parameter's name. */
  readonly text: string;
  readonly isParam: boolean;
}

const literal = /^[A-Za-z0-9][A-Za-z0-9._~-]*$/;
const parameter = /^\{([A-Za-z][A-Za-z0-9]*)\}$/;

/** The segments of a template. Throws Error, in words, for a faulty one. */
export function parseTemplate(template: string): readonly Segment[] {
  if (!template.startsWith('/')) throw new Error(`the path must begin with "/"`);
  const names = new Set<string>();
  return template
    .slice(1)
    .split('/')
    .map((text) => {
      if (text === '') throw new Error(`the path has an empty segment`);
      const name = parameter.exec(text)?.[1];
      if (name === undefined) {
        if (!literal.test(text)) throw new Error(`the segment "${text}" may hold letters, digits and . _ ~ - only`);
        return { text, isParam: false };
      }
      if (names.has(name)) throw new Error(`the parameter {${name}} occurs twice`);
      names.add(name);
      return { text: name, isParam: true };
    });
}

/** `decodeURIComponent` of one segment, done exactly once. Throws refusal `bad-escape`. */
export function decodeSegment(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    throw badEscape(segment);
  }
}

/** The unescaped characters of a segment by RFC 3986 (3.3), except `*`, which stands for any segment in patterns. */
const plain = /^[A-Za-z0-9\-._~!$&'()+,;=:@]*$/;
const needlesslyEscaped = /%(24|26|2B|2C|3A|3B|3D|40)/g;

/** One segment of a canonical address. Throws refusal `bad-escape` for text that is not Unicode. */
export function encodeSegment(value: string | number): string {
  const text = String(value);
  if (plain.test(text)) return text;
  try {
    return encodeURIComponent(text)
      .replace(needlesslyEscaped, (encoded) => decodeURIComponent(encoded))
      .replaceAll('*', '%2A');
  } catch {
    throw badEscape(text);
  }
}

/** The canonical address of a template with these parameters. */
export function addressOf(segments: readonly Segment[], at: At): string {
  let path = '';
  for (const { text, isParam } of segments) path += `/${isParam ? encodeSegment(at[text] as string | number) : text}`;
  return path;
}

function badEscape(segment: string): Refusal {
  return new Refusal('bad-escape', `The segment "${segment.slice(0, 80)}" has a percent escape that is none.`);
}
