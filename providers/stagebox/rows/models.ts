import { follow, type Row, view } from 'rowdesk/provider';
import type { Boxes } from '../boxes.ts';
import { models as fields } from '../contract.ts';
import { type StageboxModel, socketCount } from '../model.ts';
import type { StageboxModels } from '../models.ts';

type Shown = Pick<StageboxModel, 'token' | 'label' | 'inputs' | 'outputs'> & { readonly transport: string };

/** The models as interface.md 2.11 has them: what else a file says (sources, ids) is not shown. */
export function modelsRow(models: StageboxModels, boxes: Boxes): Row {
  return view('/stageboxModel', {
    summary: 'The models of stageboxes that are known, and those of the devices there are',
    fields,
    watch: follow(boxes),
    get: () => ({
      models: [...models.list(), ...ofDevices(boxes)].map(({ token, label, transport, inputs, outputs }) => ({
        token,
        label,
        transport,
        outputCount: socketCount(outputs),
        inputs,
        outputs: outputs.map(({ connector, count }) => ({ connector, count })),
      })),
    }),
  });
}

/** Of cards, servers and streams, which no file describes: the sockets are the ports that the driver found. */
function ofDevices(boxes: Boxes): readonly Shown[] {
  const byToken = new Map<string, Shown>();
  for (const { id, label, model, transport } of boxes.list()) {
    const token = model || id;
    if (boxes.modelOf(id) !== undefined || byToken.has(token)) continue;
    const [inputs, outputs] = [boxes.inputsOf(id), boxes.outputsOf(id)].map((count) =>
      count === 0 ? [] : [{ connector: 'unknown', count }],
    ) as [Shown['inputs'], Shown['outputs']];
    byToken.set(token, { token, label, transport, inputs, outputs });
  }
  return [...byToken.values()];
}
