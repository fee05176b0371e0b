import { type Row, setting, Type } from 'rowdesk/provider';
import { kindLabels, type Layout, type MixerRow, mostStrips, type StripRef } from '../../console/index.ts';
import { cables, outputList, rightLeg, type SourceKind, sourceLegs } from '../contract.ts';
import { outputsPath } from '../live-patch.ts';
import { cablesPath } from '../returns.ts';

/** Where the parts of the patch are kept that belong to no strip. */
export function settingRows(layout: Layout, mixer: MixerRow): readonly Row[] {
  const stereo = (Object.keys(sourceLegs) as SourceKind[]).filter((kind) => sourceLegs[kind] === 2);
  const isStereo = (kind: StripRef['kind']) => (stereo as readonly string[]).includes(kind);
  return [
    setting(outputsPath, {
      summary: 'What is heard at the outputs',
      fields: { outputs: outputList(layout, mixer) },
      writable: ['outputs'],
      ...mixer.limits(['outputs']),
      target: 'mixer',
      area: 'patch',
    }),
    setting('/patch/rightLegs/{kind}/{index}', {
      summary: 'What the right leg of a stereo strip hears, where that is not the next port',
      labels: { ...kindLabels, sourceId: 'source', spareSourceId: 'spare source' },
      params: { kind: Type.Enum(stereo), index: Type.Integer({ minimum: 1, maximum: mostStrips }) },
      addresses: {
        has: ({ kind, index }) => layout.has(kind, index),
        list: () =>
          layout
            .all()
            .filter(({ kind }) => isStereo(kind))
            .map(({ kind, index }) => ({ kind: kind as SourceKind, index })),
      },
      fields: rightLeg,
      writable: ['sourceId', 'spareSourceId'],
      target: 'mixer',
      area: 'patch',
    }),
    setting(cablesPath, {
      summary: 'What comes back from an output to an input outside the desk; patching a loop is refused',
      fields: cables,
      writable: ['cables'],
      life: 'site',
    }),
  ];
}
