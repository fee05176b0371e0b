// 1.6, 2.1, 5 and 7: what is refused, and how.
import { type Check, NotThere, type TestedServer, type Verdict } from '../check.ts';
import { answerWords, isRefusal, isRow } from '../server.ts';
import { kinds, spec } from '../spec/spec.ts';

const strip = '/channel/{kind}/{index}/';
const ofStrips = spec
  .map(({ template }) => template)
  .filter((template) => /^\/channel\/\{kind\}\/\{index\}\/[a-z/]+$/.test(template));

export const refusalChecks: readonly Check<TestedServer>[] = [
  {
    rule: '1.6',
    subject: 'GET of a row that does not exist',
    run: (found) => unanswered(found, '/conform-no-such-row'),
  },
  { rule: '2.1', subject: 'a kind that does not exist', run: (found) => unanswered(found, '/channel/conform/1/align') },
  ...['0', '-1', '1.5', 'first'].map((index) => ({
    rule: '2.1',
    subject: `index ${index}`,
    run: (found: TestedServer) => unanswered(found, `/channel/input/${index}/align`),
  })),
  ...kinds.map((kind) => ({
    rule: '2.1',
    subject: `kind ${kind}`,
    run: (found: TestedServer) => answers(found, kind),
  })),
  ...['/channelConfigs/', '/history/entries/', '/sessions/', '/scenes/', '/patchbay/external/'].map((group) => ({
    rule: '1.6',
    subject: `GET ${group}{id} with an id that does not exist`,
    run: (found: TestedServer) => unanswered(found, `${group}conform-no-such-id`),
  })),
];

/** To be looked at when all else was asked. */
export const answerChecks: readonly Check<TestedServer>[] = [
  { rule: '5', subject: 'no credential is asked for', run: needsNone },
  { rule: '7.1', subject: 'whatever is refused is refused with a 4XX', run: noServerErrors },
  { rule: '7.1', subject: 'all refusals share one form', run: sharedForm },
];

async function unanswered({ server }: TestedServer, path: string): Promise<Verdict> {
  const answer = await server.get(path);
  return isRefusal(answer) ? undefined : answerWords(answer);
}

/** Part 4: the paths below a strip exist for every kind. */
async function answers({ server, addresses }: TestedServer, kind: string): Promise<Verdict> {
  const at = await addresses.strip(kind);
  const missing: string[] = [];
  for (const template of ofStrips) {
    const { status } = await server.get(template.replace('{kind}/{index}', at));
    if (status !== 200) missing.push(template.slice(strip.length));
  }
  if (missing.length === 0) return undefined;
  return new NotThere(`/channel/${at} has no ${missing.join(', ')}`);
}

function needsNone({ server }: TestedServer): Verdict {
  const asking = server.answers.find(({ status }) => status === 401 || status === 407);
  return asking && `${asking.path}: ${answerWords(asking)}`;
}

function noServerErrors({ server }: TestedServer): Verdict {
  const broken = server.answers.filter(({ status }) => status >= 500);
  return broken[0] && `${broken[0].path}: ${answerWords(broken[0])} (${broken.length} such answers)`;
}

/** One media type, and members that every refusal has. */
function sharedForm({ server }: TestedServer): Verdict {
  const refusals = server.answers.filter(isRefusal);
  const [first] = refusals;
  if (first === undefined) return new NotThere('nothing was refused');
  let shared: readonly string[] | undefined;
  for (const refusal of refusals) {
    const { json, type, path } = refusal;
    if (!isRow(json)) return `${path}: the body is no JSON object: ${answerWords(refusal)}`;
    if (type !== first.type) return `${path}: it is ${type}, while that of ${first.path} is ${first.type}`;
    shared = shared === undefined ? Object.keys(json) : shared.filter((member) => member in json);
  }
  return shared?.length === 0 ? 'there is no member that all refusals have' : undefined;
}
