// Brings the texts of this part.
import { channelConfigs } from './de/channelConfigs.ts';
import { detail as german } from './de/detail.ts';
import { detail as english } from './en/detail.ts';
import { addTexts } from './text.ts';

addTexts({ en: english, de: { ...channelConfigs, ...german } });
