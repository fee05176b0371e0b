import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf, decodeSegment, encodeSegment, parseTemplate } from './template.ts';

describe('templates', () => {
  it('are segments, of which those in braces are parameters', () => {
    expect(parseTemplate('/channel/{kind}/{index}/align')).toEqual([
      { text: 'channel', isParam: false },
      { text: 'kind', isParam: true },
      { text: 'index', isParam: true },
      { text: 'align', isParam: false },
    ]);
  });

  it.each([
    ['channel', 'must begin with "/"'],
    ['/channel/', 'empty segment'],
    ['/channel//x', 'empty segment'],
    ['/channel/{kind', '"{kind" may hold'],
    ['/channel/a{kind}', 'may hold'],
    ['/channel/*', 'may hold'],
    ['/channel/{a}/{a}', 'occurs twice'],
  ])('%s is refused in words', (template, words) => {
    expect(() => parseTemplate(template)).toThrow(words);
  });
});

describe('addresses', () => {
  const segments = parseTemplate('/source/{id}');

  it('have one spelling, in which ids from outside stay readable', () => {
    expect(addressOf(segments, { id: 'virtual-32x16:in-1' })).toBe('/source/virtual-32x16:in-1');
    expect(addressOf(segments, { id: 'a b/c*%' })).toBe('/source/a%20b%2Fc%2A%25');
  });

  it('come back as they were, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(decodeSegment(encodeSegment(text))).toBe(text);
      }),
    );
  });

  it.each(['%', '%2', '%zz', '%ff', '%c0%ae', 'a%E0%A4'])('with the escape in %s are refused', (segment) => {
    expect(() => decodeSegment(segment)).toThrowError(expect.objectContaining({ code: 'bad-escape' }));
  });

  it('are decoded once only', () => {
    expect(decodeSegment('%252e%252e')).toBe('%2e%2e');
  });
});
