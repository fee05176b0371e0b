// Brings the texts of this part.
import { show as german } from './de/show.ts';
import { show as english } from './en/show.ts';
import { addTexts } from './text.ts';

addTexts({ en: english, de: german });
