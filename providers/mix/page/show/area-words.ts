// The parts of the show that scenes hold and keep.
import { textOr } from '../text/text.ts';

export const areaWords = (area: string): string => textOr(`show.area.${area}`, area);
