// Brings the texts of this part.
import { measure as german } from './de/measure.ts';
import { measure as english } from './en/measure.ts';
import { addTexts } from './text.ts';

addTexts({ en: english, de: german });
