// Brings the texts of this part.
import { controlTools as germanControls } from './de/control-tools.ts';
import { listen as german } from './de/listen.ts';
import { controlTools as englishControls } from './en/control-tools.ts';
import { listen as english } from './en/listen.ts';
import { addTexts } from './text.ts';

addTexts({ en: { ...englishControls, ...english }, de: { ...germanControls, ...german } });
