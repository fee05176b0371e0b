// Brings the texts of this part.
import { controlTools as germanControls } from './de/control-tools.ts';
import { measure as german } from './de/measure.ts';
import { controlTools as englishControls } from './en/control-tools.ts';
import { measure as english } from './en/measure.ts';
import { addTexts } from './text.ts';

addTexts({ en: { ...englishControls, ...english }, de: { ...germanControls, ...german } });
