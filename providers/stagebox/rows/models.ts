import { type Row, view } from 'rowdesk/provider';
import { models as fields } from '../contract.ts';
import { socketCount } from '../model.ts';
import type { StageboxModels } from '../models.ts';

/** The models as interface.md 2.11 has them: what else a file says (sources, ids) is not shown. */
export function modelsRow(models: StageboxModels): Row {
  return view('/stageboxModel', {
    summary: 'The models of stageboxes that are known',
    fields,
    get: () => ({
      models: models.list().map(({ token, label, transport, inputs, outputs }) => ({
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
