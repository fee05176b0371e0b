// Brings the texts of this part.
import { record as german } from './de/record.ts';
import { record as english } from './en/record.ts';
import { addTexts } from './text.ts';

addTexts({ en: english, de: german });
