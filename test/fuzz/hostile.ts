// What a client that means no good puts where an id belongs, and in place of a body.
import * as fc from 'fast-check';

/** As the bytes of a request target may be: percent-encoded, or not what they should be. */
const hostileSegments: readonly string[] = [
  ...['', '.', '..', '%2e', '%2e%2e', '%2E%2E%2F', '..%2f..%2fetc%2fpasswd', '..%5c..%5c', '%252e%252e', '....', '~'],
  ...['%00', 'a%00b', '%00%00', '%0a', '%0d%0aX-Injected:%201', '%09', '%7f', '%1b%5b2J'],
  // Overlong forms of . and /, a lone continuation, a surrogate, beyond U+10FFFF, a cut sequence.
  ...['%c0%ae%c0%ae', '%c0%af', '%e0%80%af', '%80', '%ed%a0%80', '%f4%90%80%80', '%e2%82', '%ff%fe', '%fe%fe%ff%ff'],
  ...[
    '%',
    '%2',
    '%zz',
    '%u0041',
    '%%32e',
    '+',
    '%20',
    '%2b',
    '&',
    ';',
    ';x=1',
    ':',
    '@',
    '*',
    '**',
    '$',
    '!',
    "'",
    '(',
    ',',
  ],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__', 'valueOf', 'length'],
  ...[
    'null',
    'undefined',
    'NaN',
    'Infinity',
    'true',
    'false',
    '[object Object]'.replace(/ /g, '%20'),
    '{}',
    '%7B%7D',
    '[]',
  ],
  ...[
    '0',
    '-0',
    '-1',
    '00',
    '01',
    '1.0',
    '1e0',
    '1e999',
    '0x1',
    '%31',
    '%EF%BC%91',
    '9007199254740993',
    '2147483648',
    ' 1',
  ],
  ...['input', 'INPUT', 'Input', 'input%20', '%69nput', 'inpuT', 'input%00', 'dca', 'main%2f1', 'main%252f1'],
  ...[
    "1'--",
    '1%20OR%201=1',
    "';DROP%20TABLE%20rows;--",
    '$(id)',
    '`id`',
    '|id',
    '%3Cscript%3E',
    '{{7*7}}',
    '%24%7B7*7%7D',
  ],
  ...['%F0%9F%8E%9B', '%E2%80%AE', '%EF%BB%BF', '%C3%A9', 'e%CC%81', '%E2%80%8B', '%C2%A0'],
  ...[
    'x'.repeat(64),
    'x'.repeat(65),
    'x'.repeat(191),
    'x'.repeat(193),
    'x'.repeat(1_500),
    '%41'.repeat(500),
    '../'.repeat(100),
  ],
  ...['watch', 'api', 'openapi.json', 'demand', 'apply', 'sort', 'values', 'store', 'delete', 'walk', 'virtual-32x16'],
];

/** Any segment: those above, and bytes that nobody thought of. */
export const segments: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...hostileSegments) },
  fc
    .uint8Array({ maxLength: 12 })
    .map((bytes) => [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')),
  fc.webSegment(),
  fc.integer({ min: -5, max: 300 }).map(String),
);

/** A path of a template with hostile segments where its parameters stand, or anywhere; some lead to rows that exist. */
export function hostilePaths(template: string, real: readonly string[]): fc.Arbitrary<string> {
  const filled = fc
    .tuple(fc.constantFrom(template, ...real), fc.array(segments, { minLength: 1, maxLength: 4 }), fc.nat())
    .map(([path, given, where]) => spoil(path, given, where));
  return fc.oneof({ weight: 1, arbitrary: fc.constantFrom(...real, template) }, { weight: 3, arbitrary: filled });
}

function spoil(path: string, given: readonly string[], where: number): string {
  let next = 0;
  const take = () => given[next++ % given.length] as string;
  if (path.includes('{')) return path.replace(/\{[^}]+\}/g, take);
  const parts = path.split('/').slice(1);
  const place = where % (parts.length + 1);
  // In place of a segment, or one too many.
  const count = where % 3 === 0 ? 0 : 1;
  return `/${parts.toSpliced(place, count, take()).join('/')}`;
}

/** JSON that has been damaged, and bytes that never were JSON. */
export const rawBodies: fc.Arbitrary<Buffer> = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.tuple(fc.json({ maxDepth: 4 }), fc.nat(), fc.integer({ min: 0, max: 255 })).map(([text, where, byte]) => {
    const bytes = Buffer.from(text);
    if (bytes.length > 0) bytes[where % bytes.length] = byte;
    return bytes;
  }),
  fc.tuple(fc.json(), fc.nat()).map(([text, where]) => Buffer.from(text).subarray(0, where % (text.length + 1))),
  fc
    .constantFrom(
      ...[
        '',
        ' ',
        '{',
        '}',
        '[]',
        'null',
        '1',
        '"{}"',
        '{}{}',
        '{"a":1,}',
        "{'a':1}",
        '{"a":NaN}',
        '{"a":1e999}',
        '{"a":-0}',
      ],
      ...[
        '\ufeff{}',
        '{"a":"\\ud800"}',
        '{"\\ud800":1}',
        '{"a":1,"a":2}',
        '{"__proto__":{"polluted":1}}',
        '{"running":true',
      ],
      ...['{"constructor":{"prototype":{"polluted":1}}}', `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
      ...[
        '{"a":'.repeat(100),
        `{"a":"${'x'.repeat(70_000)}"}`,
        `{${Array.from({ length: 1_100 }, (_, n) => `"m${n}":1`)}}`,
      ],
    )
    .map((text) => Buffer.from(text)),
);
