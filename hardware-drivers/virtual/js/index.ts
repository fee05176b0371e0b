// The virtual stagebox: test signals and sound files in, recordings out, on a timer. Which of them there are is said in
// the configuration (`devices`); there is nothing to discover.
import type { AudioDriver } from 'rowdesk/driver';
import { VirtualDevice } from './device.ts';
import { findModel, modelOfSize } from './models.ts';
import { loadNative } from './native.ts';
import { OfflineBox } from './offline.ts';

const driver: AudioDriver = {
  kind: 'stagebox',
  open: (model, context) => new VirtualDevice(loadNative(), findModel(model.modelId), model.id, model.label, context),
  offline: (model, context) => new OfflineBox(loadNative(), modelOfSize(model.modelId), model.id, model.label, context),
};

export default driver;
