// Parts 1, 4, 6.4 and 9: what is said of the interface as a whole.
import { type Check, NotThere, type TestedServer, type Verdict } from '../check.ts';
import { answerWords, isRow } from '../server.ts';
import { interfaceVersion, isContinuous, otherPaths, spec } from '../spec/spec.ts';

/** Part 1: the groups of rows. */
const groups =
  'channel patchbay console surface telemetry clock history vendorA cue measurement safety adapter channelConfigs discovery scenes sessions source takes net patch patches record adapterType clipboard plugins netaudio stagebox talkback vsc directPath hardware meters scene session stageboxModel streams warnings'.split(
    ' ',
  );

const templates = [...spec.map(({ template }) => template), ...otherPaths];

export const wholeChecks: readonly Check<TestedServer>[] = [
  ...groups.map((group) => ({
    rule: '1',
    subject: `group ${group}`,
    run: (found: TestedServer) => hasGroup(found, group),
  })),
  ...otherPaths.map((path) => ({ rule: '4', subject: path, run: (found: TestedServer) => exists(found, path) })),
  { rule: '6.4', subject: '/telemetry/convergence continuous lists what interface.md lists', run: continuous },
  { rule: '9', subject: `the description carries version ${interfaceVersion}`, run: version },
];

async function hasGroup(found: TestedServer, group: string): Promise<Verdict> {
  const below = templates.filter((template) => template.startsWith(`/${group}/`));
  for (const template of [`/${group}`, ...below]) {
    const verdict = await exists(found, template);
    if (!(verdict instanceof NotThere)) return verdict;
  }
  return new NotThere(`nothing answers at /${group} or below`);
}

/** Its methods are not shown: whatever is not 404 is there. */
async function exists({ server, addresses }: TestedServer, template: string): Promise<Verdict> {
  const address = await addresses.of(template);
  if (address === undefined) return new NotThere('no address of it was found');
  const answer = await server.get(address);
  if (answer.status === 404) return new NotThere('404');
  if (answer.status === 405) return undefined;
  return answer.status === 200 && isRow(answer.json) ? undefined : answerWords(answer);
}

async function continuous({ server, addresses }: TestedServer): Promise<Verdict> {
  const { json } = await server.get('/telemetry/convergence');
  const listed = isRow(json) ? json.continuous : undefined;
  if (!Array.isArray(listed)) return new NotThere('the row shows no such list');
  const named = new Set(listed.map(String).map(withoutNames));
  for (const template of templates) {
    const isListed = named.has(withoutNames(template));
    if (isListed === isContinuous(template)) continue;
    if (isListed) return `it lists ${template}, which is none of them`;
    if ((await addresses.of(template)) === undefined || (await server.get(template)).status === 404) continue;
    return `it leaves out ${template}`;
  }
  return undefined;
}

/** Parameters may have other names. */
const withoutNames = (template: string) => template.replace(/\{[^}]*\}/g, '{}');

async function version({ server }: TestedServer): Promise<Verdict> {
  for (const path of ['/openapi.json', '/openapi']) {
    const { json } = await server.get(path);
    if (!isRow(json) || !isRow(json.info)) continue;
    return json.info.version === interfaceVersion ? undefined : `it carries ${JSON.stringify(json.info.version)}`;
  }
  return new NotThere('no description was found at /openapi.json');
}
