// The stageboxes, their sockets, and the models that are known.
import { Audio, defineProvider, view } from 'rowdesk/provider';
import { Boxes } from './boxes.ts';
import { boxes as boxesFields, models as modelsFields } from './contract.ts';
import { readModels, socketCount } from './model.ts';
import { boxRow } from './rows/box.ts';
import { inputRow } from './rows/input.ts';
import { outputRow } from './rows/output.ts';

export default defineProvider({
  name: 'stagebox',
  roots: ['stagebox', 'stageboxModel'],
  needs: { audio: Audio },
  rows: ({ audio }) => {
    const models = readModels();
    const boxes = new Boxes(audio, models);
    return [
      view('/stagebox', {
        summary: 'The stageboxes there are',
        fields: boxesFields,
        get: () => ({
          items: boxes.list().map(({ id, label, model, transport, driver, present }) => ({
            id,
            label,
            model,
            transport,
            driver,
            present,
          })),
        }),
        watch: (_at, changed) => boxes.onChange(changed),
      }),
      boxRow(boxes),
      inputRow(boxes),
      outputRow(boxes),
      view('/stageboxModel', {
        summary: 'The models of stageboxes that are known',
        fields: modelsFields,
        get: () => ({
          models: [...models.values()].map(({ token, label, transport, inputs, outputs }) => ({
            token,
            label,
            transport,
            outputCount: socketCount(outputs),
            inputs,
            outputs: outputs.map(({ connector, count }) => ({ connector, count })),
          })),
        }),
      }),
    ];
  },
});
