// A code as a phone reads it from a terminal: by a reader of others.
import { createRequire } from 'node:module';

// Its types say that it is a module, and it is a function.
const jsqr = createRequire(import.meta.url)('jsqr') as typeof import('jsqr').default;

/** What the drawing says: two dots a line, light on dark. */
export function scanned(drawing: string): string | undefined {
  const lines = drawing.split('\n').filter((line) => /^[█▀▄ ]{20,}$/.test(line));
  const width = Math.max(...lines.map(({ length }) => length));
  const [scale, rows] = [4, lines.length * 2];
  const pixels = new Uint8ClampedArray(width * rows * scale * scale * 4).fill(255);
  for (const [y, line] of lines.entries()) {
    for (let x = 0; x < width; x++) {
      const sign = line[x] ?? ' ';
      for (const half of [0, 1]) {
        const isLight = sign === '█' || sign === (half === 0 ? '▀' : '▄');
        for (let n = 0; n < scale * scale; n++) {
          const at = ((y * 2 + half) * scale + Math.floor(n / scale)) * width * scale + x * scale + (n % scale);
          pixels.fill(isLight ? 255 : 0, at * 4, at * 4 + 3);
        }
      }
    }
  }
  return jsqr(pixels, width * scale, rows * scale)?.data;
}
