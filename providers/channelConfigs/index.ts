// Templates of channels: how strips are set for an instrument or a voice, to begin with.
import { resolve } from 'node:path';
import { About, Desk, Drivers, defineProvider, Warnings } from 'rowdesk/provider';
import { StripMoves } from '../channel/index.ts';
import { Layout } from '../console/index.ts';
import { config } from './contract.ts';
import { applyingRows } from './rows/applying.ts';
import { templateRows } from './rows/templates.ts';
import { KnownTemplates } from './templates.ts';

export default defineProvider({
  name: 'channelConfigs',
  config,
  needs: { about: About, desk: Desk, drivers: Drivers, layout: Layout, moves: StripMoves.token, warnings: Warnings },
  offers: { templates: KnownTemplates.token },
  services: ({ about, config, drivers, warnings }) => {
    const inserts = drivers.processors.filter(({ stripKinds }) => stripKinds.includes('input'));
    const templates = new KnownTemplates(
      config.folders.map((folder) => resolve(about.configFolder, folder)),
      inserts.map(({ processorId }) => processorId),
    );
    warnOfProblems(templates, warnings);
    return { templates };
  },
  rows: ({ desk, layout, moves, offered: { templates } }) => [
    ...templateRows(templates),
    ...applyingRows(layout, templates, moves, desk),
  ],
});

/** A vendor's or an operator's file that can't be used keeps nothing else from working. */
function warnOfProblems({ problems }: KnownTemplates, warnings: Warnings): void {
  const [first] = problems;
  if (first === undefined) return;
  warnings.raise({
    id: 'channel-templates',
    title: 'A template of a channel can not be used',
    titleCode: { code: 'channel-templates', params: { file: first.file } },
    detail: `${problems.map(({ file, problem }) => `${file}: ${problem}`).join('; ')}. Correct it, or take it away, and start again.`,
    severity: 'warning',
    path: '/channelConfigs',
  });
}
