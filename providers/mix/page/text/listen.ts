// Brings the texts of this part.
import { listen as german } from './de/listen.ts';
import { listen as english } from './en/listen.ts';
import { addTexts } from './text.ts';

addTexts({ en: english, de: german });
