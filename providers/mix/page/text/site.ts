// Brings the texts of this part.
import { site as german } from './de/site.ts';
import { site as english } from './en/site.ts';
import { addTexts } from './text.ts';

addTexts({ en: english, de: german });
