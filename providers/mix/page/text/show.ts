// Brings the texts of this part.
import { plate as germanPlate } from './de/plate.ts';
import { show as german } from './de/show.ts';
import { plate as englishPlate } from './en/plate.ts';
import { show as english } from './en/show.ts';
import { addTexts } from './text.ts';

addTexts({ en: { ...english, ...englishPlate }, de: { ...german, ...germanPlate } });
