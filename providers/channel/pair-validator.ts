// A link is one switch of two strips: a commit that turns it on at one and off at the other is refused.
import { type CommitValidator, type DeskReader, Refusal } from 'rowdesk/provider';
import { type Layout, type StripRef, stripName, stripPath } from '../console/index.ts';
import { partnerOf } from './kinds.ts';
import { stripOf } from './strips.ts';

const isStrip = /^\/channel\/[^/]+\/\d+$/;

/** A link that is on at one side only already keeps nobody from changing anything else. */
export const pairValidator =
  (layout: Layout): CommitValidator =>
  (after, before, paths) => {
    for (const path of paths) {
      // Asked by every move of a fader.
      if (!isStrip.test(path) || after.read(path).stereoLink === before.read(path).stereoLink) continue;
      const { ref } = stripOf(path);
      const partner = partnerOf(ref, layout);
      if (partner && !isOneLink(ref, partner, after) && isOneLink(ref, partner, before)) throw oneSided(ref, partner);
    }
  };

const isOneLink = (one: StripRef, other: StripRef, desk: DeskReader) =>
  desk.read(stripPath(one)).stereoLink === desk.read(stripPath(other)).stereoLink;

function oneSided(one: StripRef, other: StripRef): Refusal {
  const message = `stereoLink is one switch of ${stripName(one)} and ${stripName(other)}; it can not be on at one of them.`;
  const params = { reason: 'linked-pair', field: 'stereoLink', strips: [one, other] };
  return new Refusal('conflict', message, params);
}
