import { Type } from 'rowdesk/provider';

/** The rates that may be forced, Hz; 0 forces none (interface.md 2.4). */
export const forcedRates = [0, 44100, 48000, 88200, 96000, 176400, 192000] as const;

/** From the best to none. */
export const grades = ['external-locked', 'device', 'network', 'internal', 'synthetic', 'lost'] as const;

const rates = Type.Array(Type.Number({ unit: 'Hz' }));

export const clock = {
  quantum: Type.Number({ unit: 'frames', title: 'Frames per block' }),
  rate: Type.Number({ unit: 'Hz', title: '0 while nothing drives' }),
  supportedRates: rates,
};

export const force = {
  rate: Type.Unsafe<(typeof forcedRates)[number] | null>({
    type: ['number', 'null'],
    enum: [null, ...forcedRates],
    unit: 'Hz',
    default: null,
    title: 'The rate asked for; 0 forces none, null was never set',
  }),
  rateNotApplied: Type.Boolean({ title: 'A rate is asked for, and what drives runs at another' }),
};

export const ownership = {
  role: Type.Enum(['master', 'follower'], {
    default: 'master',
    title: 'master: paced by whatever drives; follower: only by the designated reference, and forces no rate on it',
  }),
  designatedReference: Type.String({
    maxLength: 192,
    default: '',
    title: 'Id of a reference, empty when none. A warning says when there is none of this id',
  }),
  freeRunOverride: Type.Boolean({ default: false, title: 'A follower may run without its reference' }),
};

export const reference = Type.Object({
  id: Type.String(),
  label: Type.String(),
  driving: Type.Boolean(),
  grade: Type.Enum([...grades]),
  /** The highest is preferred: of a server's drivers the server's figure, of the devices' clocks the place from the end. */
  priority: Type.Number(),
  /** Why it drives, or why not. */
  reason: Type.String(),
});

export const references = { references: Type.Array(reference) };

export const referenceState = {
  designated: Type.Boolean({ title: 'A reference is designated' }),
  eligible: Type.Boolean({ title: 'The designated one is there and could drive' }),
  flagged: Type.Boolean({ title: 'The desk is not paced as it should be' }),
  lockDetail: Type.String({ title: 'What paces the desk, in words' }),
  override: Type.Boolean({ title: 'Running without the reference is allowed' }),
  paceLocked: Type.Boolean({ title: 'The desk is paced as it should be' }),
  paceOwner: Type.String({ title: 'Id of the reference that paces the desk, empty when none' }),
  rates: Type.Array(Type.Number({ unit: 'Hz' }), { title: 'Rates that the designated reference takes' }),
  reason: Type.String({ title: 'Why the pace is not locked, empty when it is' }),
  reference: Type.Union([Type.Null(), reference], { title: 'The designated one' }),
};

const frames = (title: string) => Type.Number({ unit: 'frames', title });

export const joined = {
  mostChannels: Type.Integer({
    title: 'Channels that all resampled devices may have, both directions together',
  }),
  devices: Type.Array(
    Type.Object({
      id: Type.String(),
      label: Type.String(),
      state: Type.Enum(['running', 'filling', 'stopped', 'different-clock', 'failed'], {
        title:
          'running: its sound is exchanged; filling: it begins soon; stopped: the device is absent, or one side does not run; different-clock: it may join by resampling only; failed: the reason has why',
      }),
      reason: Type.String({ title: 'Why it is not heard, empty while it is' }),
      clockId: Type.String({ title: 'Empty for a device that has not joined' }),
      resamples: Type.Boolean({ title: 'It has a clock of its own' }),
      ratio: Type.Number({ title: 'Frames of the mixer per frame of the device; 0 while it does not run' }),
      deviationPpm: Type.Number({ unit: 'ppm', title: 'Its clock against that of the driving device' }),
      inputFillFrames: frames('Waiting on the way to the mixer, frames of the mixer'),
      outputFillFrames: frames('Waiting on the way to the device, frames of the mixer'),
      inputLatencyMs: Type.Number({ unit: 'ms', title: 'That joining adds to the latency of its inputs' }),
      outputLatencyMs: Type.Number({ unit: 'ms', title: 'That joining adds to the latency of its outputs' }),
      processorTimePercent: Type.Number({ unit: '%', title: 'Of the time that a block of the device lasts' }),
      processorTimeMaxPercent: Type.Number({ unit: '%' }),
      channels: Type.Integer({ title: 'Inputs and outputs together' }),
      gaps: Type.Integer({ title: 'Times at which sound was missing, since it joined' }),
    }),
  ),
};

export const warnings = {
  warnings: Type.Array(
    Type.Object({
      id: Type.String(),
      title: Type.String(),
      titleCode: Type.Object({ code: Type.String(), params: Type.Record(Type.String(), Type.Unknown()) }),
      detail: Type.String(),
    }),
  ),
};
