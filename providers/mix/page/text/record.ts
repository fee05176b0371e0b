// Brings the texts of this part.
import { controlTools as germanControls } from './de/control-tools.ts';
import { record as german } from './de/record.ts';
import { controlTools as englishControls } from './en/control-tools.ts';
import { record as english } from './en/record.ts';
import { addTexts } from './text.ts';

addTexts({ en: { ...englishControls, ...english }, de: { ...germanControls, ...german } });
