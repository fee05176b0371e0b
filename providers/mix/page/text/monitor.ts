// Brings the texts of this part.
import { monitor as german } from './de/monitor.ts';
import { monitor as english } from './en/monitor.ts';
import { addTexts } from './text.ts';

addTexts({ en: english, de: german });
