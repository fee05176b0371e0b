// Brings the texts of this part.
import { channelConfigs } from './de/channelConfigs.ts';
import { controlDetail as germanControls } from './de/control-detail.ts';
import { detail as german } from './de/detail.ts';
import { detailSpeaker as germanSpeaker } from './de/detail-speaker.ts';
import { plate as germanPlate } from './de/plate.ts';
import { controlDetail as englishControls } from './en/control-detail.ts';
import { detail as english } from './en/detail.ts';
import { detailSpeaker as englishSpeaker } from './en/detail-speaker.ts';
import { plate as englishPlate } from './en/plate.ts';
import { addTexts } from './text.ts';

addTexts({
  en: { ...englishControls, ...english, ...englishSpeaker, ...englishPlate },
  de: { ...channelConfigs, ...germanControls, ...german, ...germanSpeaker, ...germanPlate },
});
