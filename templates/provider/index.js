// A lamp on the stage. That it answers GET, OPTIONS and PATCH, can be watched, is stored, undone, checked and described:
// all of it follows from this one literal.
import { fileURLToPath } from 'node:url';
import { defineProvider, setting, Type } from 'rowdesk/provider';

export default defineProvider({
  name: 'exemplar',
  rows: () => [
    setting('/exemplar', {
      summary: 'A lamp on the stage',
      fields: {
        brightnessPercent: Type.Number({ minimum: 0, maximum: 100, multipleOf: 0.5, unit: '%', default: 0 }),
        colour: Type.Enum(['white', 'amber', 'blue'], { default: 'white' }),
        lit: Type.Boolean({ title: 'It gives light' }),
      },
      writable: ['brightnessPercent', 'colour'],
      computed: (_at, desk) => ({ lit: desk.read('/exemplar').brightnessPercent > 0 }),
    }),
  ],
  pages: [
    {
      path: '/exemplar',
      title: 'Lamp',
      about: 'its brightness',
      folder: fileURLToPath(new URL('./page', import.meta.url)),
    },
  ],
});
