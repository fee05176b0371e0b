import { type DeskReader, type Row, view } from 'rowdesk/provider';
import type { PatchEdges } from '../../patch/index.ts';
import type { HotInput, InputLevels } from '../../source/index.ts';
import { hotInputs } from '../contract.ts';
import { hidingIn } from '../hiding.ts';
import { policiesIn, policyOf } from '../policies.ts';

/** Inputs with signal that no strip hears: somebody plugged in and nobody patched. */
export function hotInputsRow(levels: InputLevels, edges: PatchEdges): Row {
  const unheard = (hot: readonly HotInput[], desk: DeskReader) => {
    const heard = new Set(edges.list(desk).map(({ from }) => from));
    const [policies, whyHidden] = [policiesIn(desk), hidingIn(desk)];
    return {
      inputs: hot.flatMap(({ portId, levelDb, since }) => {
        const policy = policyOf(portId, policies);
        const isLeft = policy === 'leave-alone' || whyHidden(portId) !== undefined;
        return isLeft || heard.has(portId) ? [] : [{ sourceId: portId, levelDb, since, policy }];
      }),
    };
  };
  return view('/patchbay/hotInputs', {
    summary: 'Inputs with signal that no strip hears',
    fields: hotInputs,
    get: (_at, desk) => {
      const hot = levels.read();
      return hot instanceof Promise ? hot.then((later) => unheard(later, desk)) : unheard(hot, desk);
    },
    watch: (_at, changed) => levels.watch(changed),
  });
}
