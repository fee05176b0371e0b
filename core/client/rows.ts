// Generated from the contracts by `npx vitest run test/client/rows --update`; the test compares them.
import type { RowShape } from './row-types.ts';

// biome-ignore format: generated
export type Rows = {
  adapter: {
    '': RowShape<object, { adapters: ReadonlyArray<{ readonly id: string; readonly label: string; readonly type: string; readonly state: 'absent' | 'starting' | 'running' | 'degraded' | 'failed'; readonly reason: string; readonly since: string; readonly corrections: number; readonly restarts: number }> }>;
    '{}': {
      '': RowShape<{ enabled: boolean; label: string; config: Readonly<Record<string, unknown>> }, { type: string; state: 'absent' | 'starting' | 'running' | 'degraded' | 'failed'; reason: string; since: string; corrections: number; restarts: number }>;
      restart: {
        '': RowShape<{ running: boolean; confirm: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
      };
    };
  };
  adapterType: {
    '': RowShape<object, { types: ReadonlyArray<{ readonly token: string; readonly label: string; readonly transports: ReadonlyArray<string>; readonly configSchema: Readonly<Record<string, unknown>> }> }>;
  };
  backup: {
    '': RowShape<object, { items: ReadonlyArray<{ readonly id: string; readonly from: 'desk' | 'client'; readonly name: string; readonly bytes: number; readonly madeAt: string }>; mostBytes: number }>;
    restore: {
      '': RowShape<{ running: boolean; id: string; confirm: boolean; phantom: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
    };
    restored: {
      '': RowShape<{ id: string; run: string; name: string; at: string }, object>;
    };
    save: {
      '': RowShape<{ running: boolean; keys: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
    };
  };
  channel: {
    '': RowShape<{ strips: ReadonlyArray<{ readonly kind: 'input' | 'fxReturn' | 'aux' | 'mix' | 'matrix' | 'cue' | 'main' | 'fxSend' | 'dca' | 'muteGroup' | 'mixMinus'; readonly index: number; readonly name?: string; readonly colour?: string; readonly levelDb?: number; readonly muted?: boolean; readonly pan?: number; readonly soloed?: boolean; readonly trimDb?: number; readonly polarityInverted?: boolean; readonly stereoLink?: boolean; readonly mainAssigned?: boolean; readonly dcas?: ReadonlyArray<number>; readonly muteGroups?: ReadonlyArray<number>; readonly sourceId?: string; readonly spareSourceId?: string; readonly sourceSelected?: 'main' | 'spare'; readonly owner?: { readonly kind: 'input'; readonly index: number } | { readonly kind: 'aux'; readonly index: number } | { readonly kind: 'fxReturn'; readonly index: number } | null; readonly base?: { readonly kind: 'main'; readonly index: number } | { readonly kind: 'mix'; readonly index: number } | null; readonly aligned?: boolean }>; clipped: ReadonlyArray<{ readonly kind: 'input' | 'fxReturn' | 'aux' | 'mix' | 'matrix' | 'cue' | 'main' | 'fxSend' | 'dca' | 'muteGroup' | 'mixMinus'; readonly index: number; readonly at?: string }> }, object>;
    '{}': {
      '{}': {
        '': RowShape<{ name: string; colour: string; levelDb: number; muted: boolean; pan: number; soloed: boolean; trimDb: number; polarityInverted: boolean; stereoLink: boolean; mainAssigned: boolean; dcas: ReadonlyArray<number>; muteGroups: ReadonlyArray<number>; sourceId: string; spareSourceId: string; sourceSelected: 'main' | 'spare'; owner: { readonly kind: 'input'; readonly index: number } | { readonly kind: 'aux'; readonly index: number } | { readonly kind: 'fxReturn'; readonly index: number } | null; base: { readonly kind: 'main'; readonly index: number } | { readonly kind: 'mix'; readonly index: number } | null; aligned: boolean }, { kind: 'input' | 'fxReturn' | 'aux' | 'mix' | 'matrix' | 'cue' | 'main' | 'fxSend' | 'dca' | 'muteGroup' | 'mixMinus'; index: number; present: boolean; mutedBy: ReadonlyArray<string> }>;
        align: {
          '': RowShape<{ delayMs: number; reference: string }, object>;
          measurement: {
            '': RowShape<object, { at: number; frames: number; reference: string; reason: string; offsetMs: number; offsetAfterDelayMs: number | null; confidencePercent: number; confidenceAfterDelayPercent: number }>;
          };
        };
        capability: {
          '': RowShape<object, { features: ReadonlyArray<string>; known: ReadonlyArray<string>; writable: ReadonlyArray<string>; gainRange: { readonly min: number; readonly max: number; readonly step: number; readonly unit: 'dB' } }>;
        };
        chain: {
          '': RowShape<object, { order: ReadonlyArray<{ readonly processorId: string; readonly kind: string; readonly label: string; readonly tapPoint: 'Top-Of-Ch' | 'Post-Trim' | 'Pre-EQ' | 'Post-EQ' | 'Pre-Fader' | 'Post-Fader'; readonly sort: number; readonly enabled: boolean }>; insertLatencyMs: number }>;
          processors: {
            '{}': {
              '': RowShape<{ enabled: boolean; plugin: string }, { kind: string; label: string; sort: number; tapPoint: 'Top-Of-Ch' | 'Post-Trim' | 'Pre-EQ' | 'Post-EQ' | 'Pre-Fader' | 'Post-Fader'; missing: string }>;
              key: {
                '': RowShape<{ source: { readonly kind: 'input'; readonly index: number } | { readonly kind: 'fxReturn'; readonly index: number } | { readonly kind: 'aux'; readonly index: number } | { readonly kind: 'mix'; readonly index: number } | { readonly kind: 'matrix'; readonly index: number } | { readonly kind: 'cue'; readonly index: number } | { readonly kind: 'main'; readonly index: number } | { readonly kind: 'fxSend'; readonly index: number } | { readonly kind: 'mixMinus'; readonly index: number } | null; filterEnabled: boolean; filterType: 'lowCut' | 'highCut' | 'bandPass'; frequencyHz: number }, object>;
              };
              latency: {
                '': RowShape<{ offsetFrames: number }, { pluginFrames: number; frames: number }>;
              };
              params: {
                '{}': {
                  '': RowShape<object, { symbol: string; label: string; value: number | string | boolean; minimum: number; maximum: number; default: number | string | boolean; unit: string; scale: 'linear' | 'log' | 'enum' | 'toggle'; choices: ReadonlyArray<{ readonly value: string; readonly label: string }>; role: string }>;
                };
              };
              preset: {
                '': RowShape<{ running: boolean; preset: string }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
              };
              properties: {
                '{}': {
                  '': RowShape<object, { property: string; label: string; type: string; value: unknown; writable: boolean }>;
                };
              };
              readings: {
                '': RowShape<Record<string, unknown>>;
              };
              state: {
                '': RowShape<{ pluginState: string }, object>;
              };
              status: {
                '': RowShape<object, { state: 'none' | 'loading' | 'running' | 'set-aside' | 'quarantined' | 'missing'; reason: string; heard: 'none' | 'dry' | 'silence' | 'plugin' | 'return'; latencyFrames: number; latencyMs: number; instances: number; loadPercent: number; lateBlocks: number }>;
              };
              values: {
                '': RowShape<Record<string, unknown>>;
              };
            };
          };
        };
        clip: {
          '': RowShape<{ clipped: boolean }, { at: string; count: number }>;
        };
        colour: {
          '': RowShape<object, { colour: string }>;
        };
        eq: {
          '': RowShape<{ enabled: boolean }, object>;
          bands: {
            sort: {
              '': RowShape<{ running: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
            };
            '{}': {
              '': RowShape<{ enabled: boolean; type: 'lowShelf' | 'peak' | 'highShelf' | 'lowCut' | 'highCut' | 'notch'; frequencyHz: number; gainDb: number; q: number }, object>;
            };
          };
        };
        hrp: {
          '': RowShape<{ enabled: boolean; mode: 'off' | 'detect' | 'suppress'; sensitivityPercent: number; maxNotches: number; maxDepthDb: number; liftAfterS: number; fixed: ReadonlyArray<{ readonly frequencyHz: number; readonly q: number; readonly gainDb: number }> }, object>;
          fix: {
            '': RowShape<{ running: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
          };
          report: {
            '': RowShape<object, { notches: ReadonlyArray<{ readonly slot: number; readonly fixed: boolean; readonly frequencyHz: number; readonly q: number; readonly gainDb: number; readonly since: string }>; candidates: ReadonlyArray<{ readonly frequencyHz: number; readonly score: number }>; howling: boolean; costDb: number; headroomDb: number; at: string }>;
          };
          reset: {
            '': RowShape<{ running: boolean; scope: 'live' | 'fixed' | 'all' }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
          };
        };
        meter: {
          '': RowShape<object, { preDb: ReadonlyArray<number>; postDb: ReadonlyArray<number>; rmsDb: ReadonlyArray<number>; peakHoldDb: ReadonlyArray<number>; gateReductionDb: number; deesserReductionDb: number; compReductionDb: number; limiterReductionDb: number; at: string }>;
        };
        preamp: {
          '': RowShape<{ gainDb: number; phantom: boolean; pad: boolean }, { device: string; confirmed: boolean }>;
        };
        sends: {
          '{}': {
            '{}': {
              '': RowShape<{ levelDb: number; on: boolean; pan: number; tapPoint: 'Top-Of-Ch' | 'Post-Trim' | 'Pre-EQ' | 'Post-EQ' | 'Pre-Fader' | 'Post-Fader' }, object>;
            };
          };
        };
        speakerAlign: {
          '': RowShape<{ enabled: boolean; delayMs: number; distanceM: number; temperatureC: number; levelTrimDb: number; polarityInverted: boolean; reference: string }, { appliedDelayMs: number }>;
        };
        spectrum: {
          '': RowShape<{ bandsPerOctave: 3 | 6 | 12 | 24 }, { frequenciesHz: ReadonlyArray<number>; levelsDb: ReadonlyArray<number>; at: string }>;
        };
      };
    };
  };
  channelConfigs: {
    '': RowShape<object, { items: ReadonlyArray<{ readonly id: string; readonly family: 'guitar' | 'wind' | 'brass' | 'playback' | 'vocals' | 'bass' | 'percussion' | 'strings' | 'keys' | 'drums'; readonly name: string; readonly nameKey: string }> }>;
    '{}': {
      '': RowShape<object, { id: string; family: 'guitar' | 'wind' | 'brass' | 'playback' | 'vocals' | 'bass' | 'percussion' | 'strings' | 'keys' | 'drums'; name: string; nameKey: string; moves: ReadonlyArray<{ readonly row: string; readonly field: string; readonly value: unknown }>; sources: ReadonlyArray<{ readonly fact: string; readonly source: string }> }>;
      apply: {
        '{}': {
          '{}': {
            '': RowShape<{ running: boolean; confirm: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
          };
        };
      };
      applyMoves: {
        '{}': {
          '{}': {
            '': RowShape<object, { changes: ReadonlyArray<{ readonly path: string; readonly field: string; readonly from: unknown; readonly to: unknown }>; leftOut: ReadonlyArray<{ readonly row: string; readonly field: string; readonly reason: string }> }>;
          };
        };
      };
    };
  };
  clipboard: {
    '': RowShape<object, { slots: ReadonlyArray<{ readonly slot: number; readonly from: { readonly kind: 'input'; readonly index: number } | { readonly kind: 'fxReturn'; readonly index: number } | { readonly kind: 'aux'; readonly index: number } | { readonly kind: 'mix'; readonly index: number } | { readonly kind: 'matrix'; readonly index: number } | { readonly kind: 'cue'; readonly index: number } | { readonly kind: 'main'; readonly index: number } | { readonly kind: 'fxSend'; readonly index: number } | { readonly kind: 'dca'; readonly index: number } | { readonly kind: 'muteGroup'; readonly index: number } | { readonly kind: 'mixMinus'; readonly index: number } | null; readonly areas: ReadonlyArray<string>; readonly fields: number }> }>;
    '{}': {
      '': RowShape<{ from: { readonly kind: 'input'; readonly index: number } | { readonly kind: 'fxReturn'; readonly index: number } | { readonly kind: 'aux'; readonly index: number } | { readonly kind: 'mix'; readonly index: number } | { readonly kind: 'matrix'; readonly index: number } | { readonly kind: 'cue'; readonly index: number } | { readonly kind: 'main'; readonly index: number } | { readonly kind: 'fxSend'; readonly index: number } | { readonly kind: 'dca'; readonly index: number } | { readonly kind: 'muteGroup'; readonly index: number } | { readonly kind: 'mixMinus'; readonly index: number } | null; areas: ReadonlyArray<string> }, { content: ReadonlyArray<{ readonly row: string; readonly field: string; readonly value: unknown; readonly area: string }> }>;
      content: {
        '': RowShape<{ from: { readonly kind: 'input'; readonly index: number } | { readonly kind: 'fxReturn'; readonly index: number } | { readonly kind: 'aux'; readonly index: number } | { readonly kind: 'mix'; readonly index: number } | { readonly kind: 'matrix'; readonly index: number } | { readonly kind: 'cue'; readonly index: number } | { readonly kind: 'main'; readonly index: number } | { readonly kind: 'fxSend'; readonly index: number } | { readonly kind: 'dca'; readonly index: number } | { readonly kind: 'muteGroup'; readonly index: number } | { readonly kind: 'mixMinus'; readonly index: number } | null; areas: ReadonlyArray<string>; content: ReadonlyArray<{ readonly row: string; readonly field: string; readonly value: unknown; readonly area: string }> }, object>;
      };
      paste: {
        '': RowShape<{ running: boolean; targets: ReadonlyArray<{ readonly kind: 'input'; readonly index: number } | { readonly kind: 'fxReturn'; readonly index: number } | { readonly kind: 'aux'; readonly index: number } | { readonly kind: 'mix'; readonly index: number } | { readonly kind: 'matrix'; readonly index: number } | { readonly kind: 'cue'; readonly index: number } | { readonly kind: 'main'; readonly index: number } | { readonly kind: 'fxSend'; readonly index: number } | { readonly kind: 'dca'; readonly index: number } | { readonly kind: 'muteGroup'; readonly index: number } | { readonly kind: 'mixMinus'; readonly index: number }>; areas: ReadonlyArray<string>; muteTarget: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
      };
    };
  };
  clock: {
    '': RowShape<object, { quantum: number; rate: number; supportedRates: ReadonlyArray<number> }>;
    force: {
      '': RowShape<{ rate: null | 0 | 44100 | 48000 | 88200 | 96000 | 176400 | 192000 }, { rateNotApplied: boolean }>;
    };
    joined: {
      '': RowShape<object, { mostChannels: number; devices: ReadonlyArray<{ readonly id: string; readonly label: string; readonly state: 'running' | 'filling' | 'stopped' | 'different-clock' | 'failed'; readonly reason: string; readonly clockId: string; readonly resamples: boolean; readonly ratio: number; readonly deviationPpm: number; readonly inputFillFrames: number; readonly outputFillFrames: number; readonly inputLatencyMs: number; readonly outputLatencyMs: number; readonly processorTimePercent: number; readonly processorTimeMaxPercent: number; readonly channels: number; readonly gaps: number }> }>;
    };
    ownership: {
      '': RowShape<{ role: 'master' | 'follower'; designatedReference: string; freeRunOverride: boolean }, object>;
      reference: {
        '': RowShape<object, { designated: boolean; eligible: boolean; flagged: boolean; lockDetail: string; override: boolean; paceLocked: boolean; paceOwner: string; rates: ReadonlyArray<number>; reason: string; reference: null | { readonly id: string; readonly label: string; readonly driving: boolean; readonly grade: 'external-locked' | 'device' | 'network' | 'internal' | 'synthetic' | 'lost'; readonly priority: number; readonly reason: string } }>;
      };
    };
    references: {
      '': RowShape<object, { references: ReadonlyArray<{ readonly id: string; readonly label: string; readonly driving: boolean; readonly grade: 'external-locked' | 'device' | 'network' | 'internal' | 'synthetic' | 'lost'; readonly priority: number; readonly reason: string }> }>;
    };
    warnings: {
      '': RowShape<object, { warnings: ReadonlyArray<{ readonly id: string; readonly title: string; readonly titleCode: { readonly code: string; readonly params: Readonly<Record<string, unknown>> }; readonly detail: string }> }>;
    };
  };
  console: {
    '': RowShape<{ name: string; locked: 'none' | 'surface' | 'all'; alignLimitMs: number }, { sampleRate: number; layout: Readonly<Record<string, number>>; sceneId: string; sessionId: string; dirty: boolean; engine: 'starting' | 'running' | 'degraded' | 'stopped'; version: string; startedAt: string }>;
    bpm: {
      '': RowShape<{ bpm: number }, object>;
      tap: {
        '': RowShape<{ running: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
      };
    };
    oscillator: {
      '': RowShape<{ enabled: boolean; type: 'sine' | 'pink' | 'white' | 'sweep'; levelDb: number; frequencyHz: number; targets: ReadonlyArray<{ readonly kind: 'mix'; readonly index: number } | { readonly kind: 'main'; readonly index: number } | { readonly kind: 'matrix'; readonly index: number } | { readonly kind: 'fxSend'; readonly index: number } | { readonly kind: 'mixMinus'; readonly index: number }>; whileWatched: boolean }, { mutedBy: ReadonlyArray<'panic'> }>;
    };
  };
  cue: {
    '': RowShape<{ levelDb: number; inputMode: 'PFL' | 'AFL'; busMode: 'PFL' | 'AFL'; exclusive: boolean; idleSource: { readonly kind: 'input'; readonly index: number } | { readonly kind: 'aux'; readonly index: number } | { readonly kind: 'fxReturn'; readonly index: number } | { readonly kind: 'mix'; readonly index: number } | { readonly kind: 'main'; readonly index: number } | { readonly kind: 'matrix'; readonly index: number } | { readonly kind: 'fxSend'; readonly index: number } | { readonly kind: 'mixMinus'; readonly index: number } | null; dim: boolean; dimDb: number; mono: boolean; muted: boolean; delayMs: number; sourceTrimDb: number; outputs: ReadonlyArray<string> }, { active: ReadonlyArray<{ readonly kind: 'input' | 'fxReturn' | 'aux' | 'mix' | 'matrix' | 'cue' | 'main' | 'fxSend' | 'dca' | 'muteGroup' | 'mixMinus'; readonly index: number }> }>;
    clear: {
      '': RowShape<{ running: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
    };
  };
  directPath: {
    '': RowShape<object, { available: boolean; reason: string; routes: ReadonlyArray<{ readonly id: string; readonly sourceId: string; readonly outputId: string; readonly latencyMs: number | null; readonly adapterId: string; readonly levelDb: number; readonly pan: number; readonly muted: boolean }> }>;
    sources: {
      '{}': {
        '': RowShape<object, { outputs: ReadonlyArray<{ readonly id: string; readonly outputId: string; readonly label: string; readonly levelDb: number; readonly pan: number; readonly muted: boolean }> }>;
      };
    };
    '{}': {
      '': RowShape<{ levelDb: number; pan: number; muted: boolean }, { id: string; sourceId: string; outputId: string; latencyMs: number | null; adapterId: string; combs: ReadonlyArray<{ readonly way: ReadonlyArray<{ readonly kind: 'input' | 'fxReturn' | 'aux' | 'mix' | 'matrix' | 'cue' | 'main' | 'fxSend' | 'dca' | 'muteGroup' | 'mixMinus'; readonly index: number }>; readonly deskMs: number | null; readonly delayMs: number | null; readonly firstNotchHz: number | null }> }>;
    };
  };
  discovery: {
    '': RowShape<object, { devices: ReadonlyArray<{ readonly id: string; readonly transport: string; readonly label: string; readonly vendor: string; readonly model: string; readonly address: string; readonly audioHalf: string; readonly firstSeenAt: string; readonly lastSeenAt: string; readonly adopted: boolean; readonly stageboxModel: string }> }>;
    scan: {
      '': RowShape<{ running: boolean; transports: ReadonlyArray<string>; timeoutMs: number }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
    };
  };
  hardware: {
    '': RowShape<object, { cards: ReadonlyArray<{ readonly number: number; readonly id: string; readonly driver: string; readonly label: string; readonly detail: string; readonly usbId: string }>; host: { readonly kernel: string; readonly realTimeKernel: boolean; readonly architecture: string; readonly processor: string; readonly cores: number; readonly governors: ReadonlyArray<string>; readonly memoryMb: number; readonly freeMemoryMb: number; readonly loadAverage: ReadonlyArray<number>; readonly realTimePriorityLimit: null | number; readonly lockedMemoryLimitMb: null | number; readonly nodeVersion: string; readonly uptimeS: number }; disks: ReadonlyArray<{ readonly use: string; readonly path: string; readonly sizeMb: number; readonly freeMb: number }>; drivers: ReadonlyArray<{ readonly name: string; readonly version: string; readonly kind: string; readonly chosen: boolean; readonly score: number; readonly reason: string; readonly state: 'absent' | 'building' | 'waiting' | 'starting' | 'running' | 'degraded' | 'failed'; readonly restarts: number }>; providers: ReadonlyArray<{ readonly name: string; readonly package: string; readonly roots: ReadonlyArray<string>; readonly state: 'running' | 'degraded' | 'left-out'; readonly reason: string }>; devices: ReadonlyArray<{ readonly id: string; readonly label: string; readonly transport: string; readonly modelId: string; readonly present: boolean; readonly driver: string; readonly audioHalf: string; readonly score: number; readonly reason: string }> }>;
  };
  history: {
    '': RowShape<object, { bound: number; entries: ReadonlyArray<{ readonly id: string; readonly at: string; readonly label: string; readonly actor: string; readonly paths: ReadonlyArray<string>; readonly count: number; readonly undone: boolean; readonly revertible: boolean }>; undone: number }>;
    cursor: {
      '': RowShape<object, { canRedo: boolean; canUndo: boolean; depth: number; redoDepth: number; redoId: string; redoLabel: string; undoId: string; undoLabel: string }>;
      redo: {
        '': RowShape<{ running: boolean; override: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
      };
      undo: {
        '': RowShape<{ running: boolean; override: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
      };
    };
    entries: {
      '{}': {
        '': RowShape<object, { id: string; at: string; label: string; actor: string; paths: ReadonlyArray<string>; count: number; undone: boolean; revertible: boolean; changes: ReadonlyArray<{ readonly path: string; readonly field: string; readonly from?: unknown; readonly to?: unknown }>; overtakenBy: ReadonlyArray<string> }>;
        revert: {
          '': RowShape<{ running: boolean; override: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
        };
      };
    };
  };
  log: {
    '': RowShape<object, { lines: ReadonlyArray<{ readonly number: number; readonly at: string; readonly severity: 'info' | 'warning' | 'error'; readonly source: string; readonly message: string }>; mostPerSeverity: number }>;
  };
  measurement: {
    '': RowShape<{ microphone: { readonly kind: 'input'; readonly index: number } | null; microphoneId: string; output: { readonly kind: 'main'; readonly index: number } | { readonly kind: 'matrix'; readonly index: number } | { readonly kind: 'mix'; readonly index: number } | null; leg: 'both' | 'left' | 'right'; levelDb: number; stimulus: 'sweep' | 'pink' | 'programme'; durationS: number; fromHz: number; toHz: number; smoothing: 0 | 3 | 6 | 12 | 24 | 48 }, { running: boolean; count: number }>;
    alignSpeakers: {
      '': RowShape<{ running: boolean; main: string; delayed: string; apply: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
    };
    gain: {
      '': RowShape<{ running: boolean; strips: ReadonlyArray<{ readonly kind: 'input'; readonly index: number } | { readonly kind: 'aux'; readonly index: number } | { readonly kind: 'fxReturn'; readonly index: number }>; seconds: number; targetDb: number; clipMarginDb: number; apply: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
    };
    microphones: {
      '': RowShape<object, { items: ReadonlyArray<{ readonly id: string; readonly name: string; readonly points: number; readonly fromHz: number; readonly toHz: number; readonly sensitivityDb: number | null }> }>;
      add: {
        '': RowShape<{ running: boolean; name: string; text: string }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
      };
      delete: {
        '': RowShape<{ running: boolean; id: string; confirm: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
      };
      '{}': {
        '': RowShape<{ name: string; points: ReadonlyArray<{ readonly frequencyHz: number; readonly levelDb: number }> }, { sensitivityDb: number | null }>;
      };
    };
    plan: {
      '': RowShape<{ running: boolean; goal: 'delay' | 'transfer' | 'rta' | 'ir'; microphone: { readonly kind: 'input'; readonly index: number } | null; microphoneId: string | null; output: { readonly kind: 'main'; readonly index: number } | { readonly kind: 'matrix'; readonly index: number } | { readonly kind: 'mix'; readonly index: number } | null; leg: 'both' | 'left' | 'right' | null; levelDb: number | null; stimulus: 'sweep' | 'pink' | 'programme' | null; durationS: number | null; fromHz: number | null; toHz: number | null; smoothing: 0 | 3 | 6 | 12 | 24 | 48 | null }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
    };
    recalibrate: {
      '': RowShape<{ running: boolean; strip: { readonly kind: 'input'; readonly index: number } | { readonly kind: 'aux'; readonly index: number } | { readonly kind: 'fxReturn'; readonly index: number } | null; gainDb: number; apply: boolean; override: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
    };
    results: {
      '': RowShape<object, { items: ReadonlyArray<{ readonly id: string; readonly name: string; readonly goal: 'delay' | 'transfer' | 'rta' | 'ir'; readonly at: string; readonly output: { readonly kind: string; readonly index: number } | null; readonly microphone: { readonly kind: string; readonly index: number } | null; readonly summary: { readonly delayMs: number | null; readonly delayFrames: number | null; readonly confidencePercent: number | null; readonly coherencePercent: number | null; readonly snrDb: number | null; readonly levelDb: number | null; readonly peakDb: number | null; readonly gainDb: number | null; readonly noiseFloorDb: number | null; readonly polarity: 'same' | 'inverted' | null; readonly rt60S: ReadonlyArray<{ readonly frequencyHz: number; readonly t20S: number | null; readonly t30S: number | null; readonly edtS: number | null }>; readonly sti: number | null }; readonly problem: string }> }>;
      delete: {
        '': RowShape<{ running: boolean; id: string; confirm: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
      };
      '{}': {
        '': RowShape<{ name: string; notes: string }, { goal: 'delay' | 'transfer' | 'rta' | 'ir'; at: string; output: { readonly kind: string; readonly index: number } | null; leg: 'both' | 'left' | 'right'; microphone: { readonly kind: string; readonly index: number } | null; microphoneId: string; stimulus: string; levelDb: number; durationS: number; smoothing: number; rate: number; alignedMs: number; summary: { readonly delayMs: number | null; readonly delayFrames: number | null; readonly confidencePercent: number | null; readonly coherencePercent: number | null; readonly snrDb: number | null; readonly levelDb: number | null; readonly peakDb: number | null; readonly gainDb: number | null; readonly noiseFloorDb: number | null; readonly polarity: 'same' | 'inverted' | null; readonly rt60S: ReadonlyArray<{ readonly frequencyHz: number; readonly t20S: number | null; readonly t30S: number | null; readonly edtS: number | null }>; readonly sti: number | null }; traces: ReadonlyArray<'transfer' | 'impulse' | 'rta' | 'decay'>; sizeKb: number; problem: string }>;
        export: {
          '': RowShape<{ running: boolean; format: 'csv' | 'rew' }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
        };
        traces: {
          '{}': {
            '': RowShape<object, { frequenciesHz: ReadonlyArray<number>; magnitudesDb: ReadonlyArray<number>; phasesDeg: ReadonlyArray<number>; coherencePercent: ReadonlyArray<number>; limitsDb: ReadonlyArray<number>; bandsPerOctave: number; levelsDb: ReadonlyArray<number>; startMs: number; stepMs: number; values: ReadonlyArray<number>; envelopeDb: ReadonlyArray<number>; curvesDb: ReadonlyArray<ReadonlyArray<number>> }>;
          };
        };
      };
    };
    run: {
      '': RowShape<{ running: boolean; goal: 'delay' | 'transfer' | 'rta' | 'ir'; microphone: { readonly kind: 'input'; readonly index: number } | null; microphoneId: string | null; output: { readonly kind: 'main'; readonly index: number } | { readonly kind: 'matrix'; readonly index: number } | { readonly kind: 'mix'; readonly index: number } | null; leg: 'both' | 'left' | 'right' | null; levelDb: number | null; stimulus: 'sweep' | 'pink' | 'programme' | null; durationS: number | null; fromHz: number | null; toHz: number | null; smoothing: 0 | 3 | 6 | 12 | 24 | 48 | null; name: string; confirm: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
    };
  };
  meters: {
    '': RowShape<object, { levels: ReadonlyArray<{ readonly kind: 'input' | 'fxReturn' | 'aux' | 'mix' | 'matrix' | 'cue' | 'main' | 'fxSend' | 'dca' | 'muteGroup' | 'mixMinus'; readonly index: number; readonly preDb: ReadonlyArray<number>; readonly postDb: ReadonlyArray<number>; readonly grDb: number; readonly clip: boolean }>; at: string }>;
  };
  net: {
    '': RowShape<{ audioInterface: string; secondAudioInterface: string; controlInterface: string; ptpDomain: number }, { interfaces: ReadonlyArray<{ readonly name: string; readonly mac: string; readonly addresses: ReadonlyArray<string>; readonly up: boolean; readonly speedMbps: number; readonly mtu: number; readonly roles: ReadonlyArray<'audio' | 'audio-second' | 'control'>; readonly rxPackets: number; readonly txPackets: number; readonly rxBytes: number; readonly txBytes: number; readonly rxErrors: number; readonly txErrors: number; readonly rxDropped: number; readonly txDropped: number }>; ptp: { readonly domain: number; readonly state: 'locked' | 'locking' | 'master' | 'listening' | 'lost' | 'unobserved'; readonly grandmasterId: string; readonly offsetNs: null | number; readonly meanPathDelayNs: null | number; readonly utcOffsetS: number; readonly lastChangeAt: string; readonly stale: boolean; readonly reason: string } }>;
  };
  netaudio: {
    '': RowShape<object, { devices: ReadonlyArray<{ readonly id: string; readonly name: string; readonly model: string; readonly address: string; readonly rate: number; readonly latencyMs: null | number; readonly txChannels: number; readonly rxChannels: number; readonly clockRole: 'leader' | 'follower' | 'unknown'; readonly locked: boolean; readonly online: boolean; readonly own: boolean }>; deviceCount: number; counters: Readonly<Record<string, number>>; refused: ReadonlyArray<{ readonly address: string; readonly via: 'sap' | 'mdns'; readonly reason: string; readonly count: number; readonly lastAt: string }>; crowd: null | { readonly address: string; readonly sessions: number; readonly without: number } }>;
    '{}': {
      '': RowShape<Record<string, unknown>>;
      rx: {
        '{}': {
          '': RowShape<{ subscription: { readonly txDevice: string; readonly txChannelLabel: string } }, { status: 'connected' | 'unresolved' | 'no-signal' | 'format-mismatch' | 'clock-mismatch'; reason: string; device: string; stream: string; label: string; announced: boolean; source: null | { readonly paths: ReadonlyArray<{ readonly address: string; readonly port: number; readonly source: string }>; readonly encoding: string; readonly rateHz: number; readonly channels: number; readonly payloadType: number; readonly packetTimeUs: number; readonly clock: { readonly kind: 'ptp' | 'local' | 'unknown'; readonly grandmasterId: string; readonly domain: null | number }; readonly mediaClockOffset: null | number; readonly streamId: string; readonly channel: number } }>;
        };
      };
      subscribe: {
        '': RowShape<{ running: boolean; txDevice: string; stream: string; firstChannel: number; firstRx: number; count: number }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
      };
      tx: {
        '{}': {
          '': RowShape<Record<string, unknown>>;
        };
      };
    };
  };
  patch: {
    '': RowShape<{ inputs: ReadonlyArray<{ readonly strip: { readonly kind: 'input'; readonly index: number }; readonly leg?: 'left'; readonly sourceId: string; readonly spareSourceId?: string } | { readonly strip: { readonly kind: 'input'; readonly index: number }; readonly leg?: 'left'; readonly sourceId: ''; readonly spareSourceId: string } | { readonly strip: { readonly kind: 'fxReturn'; readonly index: number } | { readonly kind: 'aux'; readonly index: number }; readonly leg?: 'left' | 'right'; readonly sourceId: string; readonly spareSourceId?: string } | { readonly strip: { readonly kind: 'fxReturn'; readonly index: number } | { readonly kind: 'aux'; readonly index: number }; readonly leg?: 'left' | 'right'; readonly sourceId: ''; readonly spareSourceId: string }>; outputs: ReadonlyArray<{ readonly strip: { readonly kind: 'input'; readonly index: number } | { readonly kind: 'fxReturn'; readonly index: number } | { readonly kind: 'aux'; readonly index: number } | { readonly kind: 'mix'; readonly index: number } | { readonly kind: 'matrix'; readonly index: number } | { readonly kind: 'cue'; readonly index: number } | { readonly kind: 'main'; readonly index: number } | { readonly kind: 'fxSend'; readonly index: number } | { readonly kind: 'mixMinus'; readonly index: number }; readonly leg: 'left' | 'right' | 'mono'; readonly portId: string; readonly levelDb?: number }>; inserts: ReadonlyArray<{ readonly strip: { readonly kind: 'input'; readonly index: number } | { readonly kind: 'mix'; readonly index: number } | { readonly kind: 'matrix'; readonly index: number }; readonly insert: 'insert1' | 'insert2'; readonly leg?: 'left'; readonly sendPortId: string; readonly returnPortId: string; readonly mayBeSilent?: boolean } | { readonly strip: { readonly kind: 'fxReturn'; readonly index: number } | { readonly kind: 'aux'; readonly index: number } | { readonly kind: 'main'; readonly index: number }; readonly insert: 'insert1' | 'insert2'; readonly leg?: 'left' | 'right'; readonly sendPortId: string; readonly returnPortId: string; readonly mayBeSilent?: boolean }> }, { missing: ReadonlyArray<{ readonly edge: string; readonly reason: string }>; dirty: boolean }>;
    cables: {
      '': RowShape<{ cables: ReadonlyArray<{ readonly output: string; readonly input: string }> }, object>;
    };
    insertLatencies: {
      '': RowShape<{ measured: ReadonlyArray<{ readonly strip: { readonly kind: 'input'; readonly index: number } | { readonly kind: 'fxReturn'; readonly index: number } | { readonly kind: 'aux'; readonly index: number } | { readonly kind: 'mix'; readonly index: number } | { readonly kind: 'matrix'; readonly index: number } | { readonly kind: 'main'; readonly index: number }; readonly insert: 'insert1' | 'insert2'; readonly sendPortId: string; readonly returnPortId: string; readonly frames: number; readonly rate: number; readonly quantum: number }> }, { latencies: ReadonlyArray<{ readonly strip: { readonly kind: 'input'; readonly index: number } | { readonly kind: 'fxReturn'; readonly index: number } | { readonly kind: 'aux'; readonly index: number } | { readonly kind: 'mix'; readonly index: number } | { readonly kind: 'matrix'; readonly index: number } | { readonly kind: 'main'; readonly index: number }; readonly insert: 'insert1' | 'insert2'; readonly frames: number; readonly by: 'measured' | 'devices' | 'none' }> }>;
    };
    inserts: {
      '': RowShape<{ inserts: ReadonlyArray<{ readonly strip: { readonly kind: 'input'; readonly index: number } | { readonly kind: 'mix'; readonly index: number } | { readonly kind: 'matrix'; readonly index: number }; readonly insert: 'insert1' | 'insert2'; readonly leg?: 'left'; readonly sendPortId: string; readonly returnPortId: string; readonly mayBeSilent?: boolean } | { readonly strip: { readonly kind: 'fxReturn'; readonly index: number } | { readonly kind: 'aux'; readonly index: number } | { readonly kind: 'main'; readonly index: number }; readonly insert: 'insert1' | 'insert2'; readonly leg?: 'left' | 'right'; readonly sendPortId: string; readonly returnPortId: string; readonly mayBeSilent?: boolean }> }, object>;
      measure: {
        '': RowShape<{ running: boolean; strip: { readonly kind: 'input'; readonly index: number } | { readonly kind: 'fxReturn'; readonly index: number } | { readonly kind: 'aux'; readonly index: number } | { readonly kind: 'mix'; readonly index: number } | { readonly kind: 'matrix'; readonly index: number } | { readonly kind: 'main'; readonly index: number } | null; insert: 'insert1' | 'insert2' }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
      };
    };
    outputs: {
      '': RowShape<{ outputs: ReadonlyArray<{ readonly strip: { readonly kind: 'input'; readonly index: number } | { readonly kind: 'fxReturn'; readonly index: number } | { readonly kind: 'aux'; readonly index: number } | { readonly kind: 'mix'; readonly index: number } | { readonly kind: 'matrix'; readonly index: number } | { readonly kind: 'cue'; readonly index: number } | { readonly kind: 'main'; readonly index: number } | { readonly kind: 'fxSend'; readonly index: number } | { readonly kind: 'mixMinus'; readonly index: number }; readonly leg: 'left' | 'right' | 'mono'; readonly portId: string; readonly levelDb: number }> }, object>;
    };
    rightLegs: {
      '{}': {
        '{}': {
          '': RowShape<{ sourceId: string; spareSourceId: string }, object>;
        };
      };
    };
    servers: {
      '{}': {
        '': RowShape<{ ports: ReadonlyArray<{ readonly portId: string; readonly devicePort: string; readonly nextPortId: string; readonly active: boolean }>; links: ReadonlyArray<{ readonly from: string; readonly to: string }> }, object>;
      };
    };
  };
  patchbay: {
    devices: {
      '': RowShape<object, { devices: ReadonlyArray<{ readonly id: string; readonly label: string; readonly model: string; readonly transport: string; readonly driver: string; readonly present: boolean; readonly driving: boolean; readonly inputs: number; readonly outputs: number }> }>;
    };
    disconnect: {
      '': RowShape<{ running: boolean; apply: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
    };
    exclusive: {
      '': RowShape<{ wanted: 'none' | 'outputs' | 'all' }, { held: 'none' | 'outputs' | 'all' }>;
    };
    external: {
      '': RowShape<object, { edges: ReadonlyArray<{ readonly edgeId: string; readonly from: string; readonly to: string; readonly owner: string; readonly since: string }> }>;
      '{}': {
        '': RowShape<object, { edgeId: string; from: string; to: string; owner: string; since: string }>;
      };
    };
    filter: {
      '': RowShape<{ include: ReadonlyArray<string>; exclude: ReadonlyArray<string> }, object>;
    };
    hotInputs: {
      '': RowShape<object, { inputs: ReadonlyArray<{ readonly sourceId: string; readonly levelDb: number; readonly since: string; readonly policy: 'offered' | 'no-auto-patch' }> }>;
    };
    ignored: {
      '': RowShape<{ policies: Readonly<Record<string, 'offered' | 'no-auto-patch' | 'leave-alone'>> }, object>;
      '{}': {
        '': RowShape<{ policy: 'offered' | 'no-auto-patch' | 'leave-alone' }, object>;
      };
    };
    nodes: {
      '': RowShape<object, { sources: ReadonlyArray<{ readonly id: string; readonly label: string; readonly device: string; readonly ports: ReadonlyArray<{ readonly id: string; readonly label: string; readonly channel: number }>; readonly present: boolean; readonly driver: string }>; sinks: ReadonlyArray<{ readonly id: string; readonly label: string; readonly device: string; readonly ports: ReadonlyArray<{ readonly id: string; readonly label: string; readonly channel: number }>; readonly present: boolean; readonly driver: string }>; hidden: ReadonlyArray<{ readonly id: string; readonly label: string; readonly device: string; readonly ports: ReadonlyArray<{ readonly id: string; readonly label: string; readonly channel: number }>; readonly present: boolean; readonly driver: string }> }>;
    };
    stageboxes: {
      '': RowShape<object, { devices: ReadonlyArray<{ readonly id: string; readonly label: string; readonly model: string; readonly transport: string; readonly present: boolean }> }>;
    };
  };
  patches: {
    '': RowShape<object, { items: ReadonlyArray<{ readonly id: string; readonly name: string; readonly savedAt: string; readonly edges: number }> }>;
    delete: {
      '': RowShape<{ running: boolean; id: string; confirm: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
    };
    store: {
      '': RowShape<{ running: boolean; id: string; name: string }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
    };
    '{}': {
      '': RowShape<{ name: string }, { id: string; savedAt: string; inputs: ReadonlyArray<{ readonly strip: { readonly kind: 'input'; readonly index: number }; readonly leg?: 'left'; readonly sourceId: string; readonly spareSourceId?: string } | { readonly strip: { readonly kind: 'input'; readonly index: number }; readonly leg?: 'left'; readonly sourceId: ''; readonly spareSourceId: string } | { readonly strip: { readonly kind: 'fxReturn'; readonly index: number } | { readonly kind: 'aux'; readonly index: number }; readonly leg?: 'left' | 'right'; readonly sourceId: string; readonly spareSourceId?: string } | { readonly strip: { readonly kind: 'fxReturn'; readonly index: number } | { readonly kind: 'aux'; readonly index: number }; readonly leg?: 'left' | 'right'; readonly sourceId: ''; readonly spareSourceId: string }>; outputs: ReadonlyArray<{ readonly strip: { readonly kind: 'input'; readonly index: number } | { readonly kind: 'fxReturn'; readonly index: number } | { readonly kind: 'aux'; readonly index: number } | { readonly kind: 'mix'; readonly index: number } | { readonly kind: 'matrix'; readonly index: number } | { readonly kind: 'cue'; readonly index: number } | { readonly kind: 'main'; readonly index: number } | { readonly kind: 'fxSend'; readonly index: number } | { readonly kind: 'mixMinus'; readonly index: number }; readonly leg: 'left' | 'right' | 'mono'; readonly portId: string; readonly levelDb?: number }>; inserts: ReadonlyArray<{ readonly strip: { readonly kind: 'input'; readonly index: number } | { readonly kind: 'mix'; readonly index: number } | { readonly kind: 'matrix'; readonly index: number }; readonly insert: 'insert1' | 'insert2'; readonly leg?: 'left'; readonly sendPortId: string; readonly returnPortId: string; readonly mayBeSilent?: boolean } | { readonly strip: { readonly kind: 'fxReturn'; readonly index: number } | { readonly kind: 'aux'; readonly index: number } | { readonly kind: 'main'; readonly index: number }; readonly insert: 'insert1' | 'insert2'; readonly leg?: 'left' | 'right'; readonly sendPortId: string; readonly returnPortId: string; readonly mayBeSilent?: boolean }>; edges: ReadonlyArray<string> }>;
      apply: {
        '': RowShape<{ running: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
      };
    };
  };
  plugins: {
    '': RowShape<object, { items: ReadonlyArray<{ readonly id: string; readonly uri: string; readonly format: 'lv2' | 'clap'; readonly name: string; readonly vendor: string; readonly class: string; readonly audioIn: number; readonly audioOut: number; readonly keyIn: number; readonly supported: boolean; readonly reason: string; readonly crashes: number; readonly quarantined: boolean; readonly usedBy: ReadonlyArray<string> }>; refused: ReadonlyArray<{ readonly bundle: string; readonly reason: string }>; scannedAt: string; total: number; supported: number; heldBy: ReadonlyArray<string>; scanning: { readonly done: number; readonly total: number; readonly phase: string } | null }>;
    scan: {
      '': RowShape<{ running: boolean; again: string }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
    };
    '{}': {
      '': RowShape<{ quarantined: boolean }, { id: string; uri: string; format: 'lv2' | 'clap'; name: string; vendor: string; class: string; audioIn: number; audioOut: number; keyIn: number; supported: boolean; reason: string; crashes: number; lastFault: string; bundle: string; latencyFrames: number; parameters: number; readings: number; properties: number; hasState: boolean; presets: ReadonlyArray<{ readonly uri: string; readonly label: string; readonly hasState: boolean }>; usedBy: ReadonlyArray<string> }>;
    };
  };
  record: {
    '': RowShape<{ armed: ReadonlyArray<{ readonly kind: 'input'; readonly index: number } | { readonly kind: 'fxReturn'; readonly index: number } | { readonly kind: 'aux'; readonly index: number } | { readonly kind: 'mix'; readonly index: number } | { readonly kind: 'matrix'; readonly index: number } | { readonly kind: 'cue'; readonly index: number } | { readonly kind: 'main'; readonly index: number } | { readonly kind: 'fxSend'; readonly index: number } | { readonly kind: 'mixMinus'; readonly index: number }>; tapPoint: 'Top-Of-Ch' | 'Post-Trim' | 'Post-Fader'; programme: ReadonlyArray<{ readonly kind: 'main'; readonly index: number } | { readonly kind: 'mix'; readonly index: number } | { readonly kind: 'matrix'; readonly index: number } | { readonly kind: 'cue'; readonly index: number } | { readonly kind: 'mixMinus'; readonly index: number }>; nameTemplate: string; preRollS: number; fileFormat: 'wav' | 'flac'; bitDepth: 24 | 32; splitMinutes: number }, { state: 'absent' | 'off' | 'ready' | 'recording'; takeName: string; takeId: string; elapsedS: number; freeSpaceMb: number; remainingS: number; bufferFillPercent: number; dropouts: number; bytesPerSecond: number; reserveS: number; neededMemoryMb: number; fault: string }>;
    mark: {
      '': RowShape<{ running: boolean; label: string }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
    };
    split: {
      '': RowShape<{ running: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
    };
    start: {
      '': RowShape<{ running: boolean; name: string }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
    };
    stop: {
      '': RowShape<{ running: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
    };
  };
  safety: {
    '': RowShape<object, { muteGroups: ReadonlyArray<{ readonly id: string; readonly members: ReadonlyArray<{ readonly kind: 'input' | 'fxReturn' | 'aux' | 'mix' | 'matrix' | 'cue' | 'main' | 'fxSend' | 'dca' | 'muteGroup' | 'mixMinus'; readonly index: number }> }>; panic: { readonly allMutesInputs: boolean; readonly mains: ReadonlyArray<{ readonly kind: 'input' | 'fxReturn' | 'aux' | 'mix' | 'matrix' | 'cue' | 'main' | 'fxSend' | 'dca' | 'muteGroup' | 'mixMinus'; readonly index: number }> }; spares: ReadonlyArray<{ readonly armed: boolean; readonly trigger: 'manual' | 'silence' | 'device-lost'; readonly silenceMs: number; readonly strip: { readonly kind: 'input' | 'fxReturn' | 'aux' | 'mix' | 'matrix' | 'cue' | 'main' | 'fxSend' | 'dca' | 'muteGroup' | 'mixMinus'; readonly index: number }; readonly spareSourceId: string; readonly active: boolean; readonly switchedAt: string }> }>;
    loop: {
      '': RowShape<object, { loop: null | { readonly strips: ReadonlyArray<{ readonly kind: 'input' | 'fxReturn' | 'aux' | 'mix' | 'matrix' | 'cue' | 'main' | 'fxSend' | 'dca' | 'muteGroup' | 'mixMinus'; readonly index: number }>; readonly edges: ReadonlyArray<string>; readonly since: string } }>;
    };
    panic: {
      '': RowShape<{ scope: null | 'mains' | 'all' }, object>;
      targets: {
        '': RowShape<object, { allMutesInputs: boolean; mains: ReadonlyArray<{ readonly kind: 'input' | 'fxReturn' | 'aux' | 'mix' | 'matrix' | 'cue' | 'main' | 'fxSend' | 'dca' | 'muteGroup' | 'mixMinus'; readonly index: number }> }>;
      };
    };
    spares: {
      '{}': {
        '{}': {
          '': RowShape<{ armed: boolean; trigger: 'manual' | 'silence' | 'device-lost'; silenceMs: number }, { strip: { readonly kind: 'input' | 'fxReturn' | 'aux' | 'mix' | 'matrix' | 'cue' | 'main' | 'fxSend' | 'dca' | 'muteGroup' | 'mixMinus'; readonly index: number }; spareSourceId: string; active: boolean; switchedAt: string }>;
        };
      };
    };
  };
  scene: {
    '': RowShape<object, { id: string; name: string; dirty: boolean; recalledAt: string | null; previousId: string; nextId: string }>;
    back: {
      '': RowShape<{ running: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
    };
    delete: {
      '': RowShape<{ running: boolean; id: string; confirm: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
    };
    go: {
      '': RowShape<{ running: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
    };
    keeps: {
      '': RowShape<{ areas: ReadonlyArray<string>; grid: ReadonlyArray<{ readonly kind: 'input' | 'fxReturn' | 'aux' | 'mix' | 'matrix' | 'cue' | 'main' | 'fxSend' | 'dca' | 'muteGroup' | 'mixMinus'; readonly index: number; readonly areas: ReadonlyArray<string> }> }, object>;
    };
    position: {
      '': RowShape<{ id: string; recalledAtMs: number }, object>;
    };
    store: {
      '': RowShape<{ running: boolean; id: string; name: string }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
    };
  };
  scenes: {
    '': RowShape<object, { items: ReadonlyArray<{ readonly id: string; readonly name: string; readonly order: number; readonly fadeMs: number; readonly savedAt: string; readonly notes: string }> }>;
    '{}': {
      '': RowShape<{ name: string; notes: string; order: number; fadeMs: number; areas: ReadonlyArray<string>; keeps: ReadonlyArray<{ readonly areas: ReadonlyArray<string> } | { readonly kind: 'input' | 'fxReturn' | 'aux' | 'mix' | 'matrix' | 'cue' | 'main' | 'fxSend' | 'dca' | 'muteGroup' | 'mixMinus'; readonly index: number; readonly areas: ReadonlyArray<string> }> }, { savedAt: string; content: ReadonlyArray<{ readonly path: string; readonly area: string; readonly fields: Readonly<Record<string, unknown>> }> }>;
      recall: {
        '': RowShape<{ running: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
      };
      recallKeeps: {
        '': RowShape<object, { keeps: ReadonlyArray<{ readonly path: string; readonly area: string; readonly why: 'default' | 'global' | 'strip' | 'scene' | 'link' }>; changes: ReadonlyArray<{ readonly path: string; readonly field: string; readonly from: unknown; readonly to: unknown }>; blocked: ReadonlyArray<{ readonly path: string; readonly fields: ReadonlyArray<string>; readonly count: number; readonly refusal: Readonly<Record<string, unknown>> }>; blockedCount: number; revision: number }>;
      };
    };
  };
  session: {
    '': RowShape<object, { id: string; name: string; dirty: boolean; savedAt: string | null }>;
    delete: {
      '': RowShape<{ running: boolean; id: string; confirm: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
    };
    import: {
      '': RowShape<{ running: boolean; id: string; file: { readonly format: 'rowdesk-session'; readonly version: 1; readonly session: { readonly name: string; readonly notes: string; readonly order: number; readonly fadeMs: number; readonly areas: ReadonlyArray<string>; readonly keeps: ReadonlyArray<{ readonly areas: ReadonlyArray<string> } | { readonly kind: 'input' | 'fxReturn' | 'aux' | 'mix' | 'matrix' | 'cue' | 'main' | 'fxSend' | 'dca' | 'muteGroup' | 'mixMinus'; readonly index: number; readonly areas: ReadonlyArray<string> }>; readonly savedAt: string; readonly content: ReadonlyArray<{ readonly path: string; readonly area: string; readonly fields: Readonly<Record<string, unknown>> }>; readonly remap: ReadonlyArray<{ readonly from: string; readonly to: string }> }; readonly scenes: ReadonlyArray<{ readonly id: string; readonly name: string; readonly notes: string; readonly order: number; readonly fadeMs: number; readonly areas: ReadonlyArray<string>; readonly keeps: ReadonlyArray<{ readonly areas: ReadonlyArray<string> } | { readonly kind: 'input' | 'fxReturn' | 'aux' | 'mix' | 'matrix' | 'cue' | 'main' | 'fxSend' | 'dca' | 'muteGroup' | 'mixMinus'; readonly index: number; readonly areas: ReadonlyArray<string> }>; readonly savedAt: string; readonly differs: ReadonlyArray<{ readonly path: string; readonly area: string; readonly fields: Readonly<Record<string, unknown>> }>; readonly lacks: ReadonlyArray<{ readonly path: string; readonly area: string }> }>; readonly plugins?: ReadonlyArray<{ readonly id: string; readonly uri: string; readonly format: 'lv2' | 'clap'; readonly name: string; readonly vendor: string; readonly class: string; readonly bundle: string; readonly bundleTimeMs: number; readonly audioIn: number; readonly audioOut: number; readonly keyIn: number; readonly supported: boolean; readonly reason: string; readonly parameters: ReadonlyArray<{ readonly symbol: string; readonly label: string; readonly unit: string; readonly minimum: number; readonly maximum: number; readonly default: number; readonly scale: 'linear' | 'log' | 'enum' | 'toggle'; readonly step?: number; readonly choices?: ReadonlyArray<{ readonly value: string; readonly label: string; readonly number: number }> }>; readonly readings: ReadonlyArray<{ readonly symbol: string; readonly label: string; readonly unit: string; readonly minimum: number; readonly maximum: number }>; readonly properties: ReadonlyArray<{ readonly property: string; readonly uri: string; readonly label: string; readonly type: 'boolean' | 'integer' | 'number' | 'string' | 'path'; readonly writable: boolean; readonly minimum?: number; readonly maximum?: number; readonly default?: boolean | number | string }>; readonly presets: ReadonlyArray<{ readonly uri: string; readonly label: string; readonly values: Readonly<Record<string, number>>; readonly hasState: boolean }>; readonly latencyFrames: number; readonly hasState: boolean }>; readonly pluginStates?: Readonly<Record<string, string>> } | null }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
    };
    new: {
      '': RowShape<{ running: boolean; name: string; confirm: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
    };
    position: {
      '': RowShape<{ id: string }, object>;
    };
    save: {
      '': RowShape<{ running: boolean; id: string; name: string }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
    };
  };
  sessions: {
    '': RowShape<object, { items: ReadonlyArray<{ readonly id: string; readonly name: string; readonly order: number; readonly savedAt: string; readonly notes: string; readonly scenes: number }> }>;
    '{}': {
      '': RowShape<{ name: string; notes: string; order: number; fadeMs: number; areas: ReadonlyArray<string>; keeps: ReadonlyArray<{ readonly areas: ReadonlyArray<string> } | { readonly kind: 'input' | 'fxReturn' | 'aux' | 'mix' | 'matrix' | 'cue' | 'main' | 'fxSend' | 'dca' | 'muteGroup' | 'mixMinus'; readonly index: number; readonly areas: ReadonlyArray<string> }>; remap: ReadonlyArray<{ readonly from: string; readonly to: string }> }, { savedAt: string; content: ReadonlyArray<{ readonly path: string; readonly area: string; readonly fields: Readonly<Record<string, unknown>> }> }>;
      apply: {
        '': RowShape<{ running: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
      };
      applyKeeps: {
        '': RowShape<object, { keeps: ReadonlyArray<{ readonly path: string; readonly area: string; readonly why: 'default' | 'global' | 'strip' | 'scene' | 'link' }>; changes: ReadonlyArray<{ readonly path: string; readonly field: string; readonly from: unknown; readonly to: unknown }>; blocked: ReadonlyArray<{ readonly path: string; readonly fields: ReadonlyArray<string>; readonly count: number; readonly refusal: Readonly<Record<string, unknown>> }>; blockedCount: number; revision: number; missing: ReadonlyArray<{ readonly path: string; readonly ports: ReadonlyArray<string>; readonly count: number; readonly reason: string }>; remap: ReadonlyArray<{ readonly from: string; readonly to: string }> }>;
      };
      export: {
        '': RowShape<object, { file: { readonly format: 'rowdesk-session'; readonly version: 1; readonly session: { readonly name: string; readonly notes: string; readonly order: number; readonly fadeMs: number; readonly areas: ReadonlyArray<string>; readonly keeps: ReadonlyArray<{ readonly areas: ReadonlyArray<string> } | { readonly kind: 'input' | 'fxReturn' | 'aux' | 'mix' | 'matrix' | 'cue' | 'main' | 'fxSend' | 'dca' | 'muteGroup' | 'mixMinus'; readonly index: number; readonly areas: ReadonlyArray<string> }>; readonly savedAt: string; readonly content: ReadonlyArray<{ readonly path: string; readonly area: string; readonly fields: Readonly<Record<string, unknown>> }>; readonly remap: ReadonlyArray<{ readonly from: string; readonly to: string }> }; readonly scenes: ReadonlyArray<{ readonly id: string; readonly name: string; readonly notes: string; readonly order: number; readonly fadeMs: number; readonly areas: ReadonlyArray<string>; readonly keeps: ReadonlyArray<{ readonly areas: ReadonlyArray<string> } | { readonly kind: 'input' | 'fxReturn' | 'aux' | 'mix' | 'matrix' | 'cue' | 'main' | 'fxSend' | 'dca' | 'muteGroup' | 'mixMinus'; readonly index: number; readonly areas: ReadonlyArray<string> }>; readonly savedAt: string; readonly differs: ReadonlyArray<{ readonly path: string; readonly area: string; readonly fields: Readonly<Record<string, unknown>> }>; readonly lacks: ReadonlyArray<{ readonly path: string; readonly area: string }> }>; readonly plugins?: ReadonlyArray<{ readonly id: string; readonly uri: string; readonly format: 'lv2' | 'clap'; readonly name: string; readonly vendor: string; readonly class: string; readonly bundle: string; readonly bundleTimeMs: number; readonly audioIn: number; readonly audioOut: number; readonly keyIn: number; readonly supported: boolean; readonly reason: string; readonly parameters: ReadonlyArray<{ readonly symbol: string; readonly label: string; readonly unit: string; readonly minimum: number; readonly maximum: number; readonly default: number; readonly scale: 'linear' | 'log' | 'enum' | 'toggle'; readonly step?: number; readonly choices?: ReadonlyArray<{ readonly value: string; readonly label: string; readonly number: number }> }>; readonly readings: ReadonlyArray<{ readonly symbol: string; readonly label: string; readonly unit: string; readonly minimum: number; readonly maximum: number }>; readonly properties: ReadonlyArray<{ readonly property: string; readonly uri: string; readonly label: string; readonly type: 'boolean' | 'integer' | 'number' | 'string' | 'path'; readonly writable: boolean; readonly minimum?: number; readonly maximum?: number; readonly default?: boolean | number | string }>; readonly presets: ReadonlyArray<{ readonly uri: string; readonly label: string; readonly values: Readonly<Record<string, number>>; readonly hasState: boolean }>; readonly latencyFrames: number; readonly hasState: boolean }>; readonly pluginStates?: Readonly<Record<string, string>> } }>;
      };
    };
  };
  shows: {
    formats: {
      '': RowShape<object, { formats: ReadonlyArray<{ readonly id: string; readonly label: string; readonly extensions: ReadonlyArray<string>; readonly imports: boolean; readonly exports: boolean; readonly carries: string }> }>;
    };
    import: {
      '': RowShape<{ running: boolean; file: string; id: string; apply: boolean; name: string; channel: number; devices: ReadonlyArray<{ readonly from: string; readonly to: string }> }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
    };
  };
  source: {
    '': RowShape<object, { sources: ReadonlyArray<{ readonly id: string; readonly label: string; readonly device: string; readonly port: string; readonly connector: string; readonly present: boolean; readonly kind: 'socket' | 'server' | 'programme'; readonly usedBy: ReadonlyArray<{ readonly kind: 'input' | 'fxReturn' | 'aux' | 'mix' | 'matrix' | 'cue' | 'main' | 'fxSend' | 'dca' | 'muteGroup' | 'mixMinus'; readonly index: number }>; readonly hot: boolean }> }>;
    '{}': {
      '': RowShape<{ label: string; colour: string }, { id: string; device: string; port: string; connector: string; present: boolean; kind: 'socket' | 'server' | 'programme'; usedBy: ReadonlyArray<{ readonly kind: 'input' | 'fxReturn' | 'aux' | 'mix' | 'matrix' | 'cue' | 'main' | 'fxSend' | 'dca' | 'muteGroup' | 'mixMinus'; readonly index: number }> }>;
      meter: {
        '': RowShape<object, { levelDb: number; clip: boolean }>;
      };
    };
  };
  stagebox: {
    '': RowShape<object, { items: ReadonlyArray<{ readonly id: string; readonly label: string; readonly model: string; readonly transport: string; readonly driver: string; readonly present: boolean; readonly audio: string; readonly control: string; readonly missing: '' | 'audio' | 'control'; readonly reason: string; readonly inputCount: number; readonly outputCount: number }> }>;
    recordings: {
      '': RowShape<object, { items: ReadonlyArray<{ readonly name: string; readonly sizeBytes: number; readonly savedAt: string }>; count: number; freeSpaceMb: number }>;
      delete: {
        '': RowShape<{ running: boolean; id: string; confirm: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
      };
    };
    '{}': {
      '': RowShape<Record<string, unknown>>;
      identify: {
        '': RowShape<{ running: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
      };
      inputs: {
        '{}': {
          '': RowShape<Record<string, unknown>>;
        };
      };
      outputs: {
        '{}': {
          '': RowShape<Record<string, unknown>>;
        };
      };
    };
  };
  stageboxModel: {
    '': RowShape<object, { models: ReadonlyArray<{ readonly token: string; readonly label: string; readonly transport: string; readonly outputCount: number; readonly inputs: ReadonlyArray<{ readonly connector: string; readonly count: number; readonly controls?: ReadonlyArray<'phantom' | 'pad' | 'sens'>; readonly sens?: { readonly min: number; readonly max: number; readonly step: number; readonly unit: 'dB' } }>; readonly outputs: ReadonlyArray<{ readonly connector: string; readonly count: number }> }> }>;
  };
  streams: {
    '': RowShape<object, { items: ReadonlyArray<{ readonly id: string; readonly readers: number; readonly intervalMs: number; readonly conflated: number }> }>;
    '{}': {
      '': RowShape<object, { targets: ReadonlyArray<string> }>;
      demand: {
        '': RowShape<{ targets: ReadonlyArray<string>; intervalMs: number }, object>;
      };
    };
  };
  surface: {
    '': RowShape<object, { surfaces: ReadonlyArray<{ readonly id: string; readonly enabled: boolean; readonly label: string; readonly mapping: string; readonly role: 'view' | 'mix' | 'run'; readonly addresses: ReadonlyArray<string>; readonly kind: string; readonly state: 'off' | 'starting' | 'running' | 'absent' | 'failed'; readonly reason: string; readonly port: number | null; readonly queryPort: number | null; readonly peers: ReadonlyArray<{ readonly address: string; readonly lastSeenAt: string; readonly port: number; readonly transport: string; readonly subscriptions: number; readonly dropped: number }>; readonly strangers: ReadonlyArray<{ readonly address: string; readonly lastSeenAt: string }>; readonly lastSeenAt: string | null }> }>;
    addresses: {
      '': RowShape<object, { templates: ReadonlyArray<{ readonly template: string; readonly n: number; readonly changes: number; readonly onDemand: boolean; readonly live: boolean }>; contracts: ReadonlyArray<{ readonly path: string; readonly change: number }> }>;
      '{}': {
        '': RowShape<object, { template: string; changes: number; addresses: ReadonlyArray<string>; isWhole: boolean }>;
      };
    };
    autodetect: {
      '': RowShape<{ running: boolean; timeoutMs: number }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
    };
    commit: {
      '': RowShape<{ changes: ReadonlyArray<{ readonly path: string; readonly fields: Readonly<Record<string, unknown>> }> }, object>;
    };
    '{}': {
      '': RowShape<{ enabled: boolean; label: string; mapping: string; role: 'view' | 'mix' | 'run'; addresses: ReadonlyArray<string> }, { kind: string; state: 'off' | 'starting' | 'running' | 'absent' | 'failed'; reason: string; port: number | null; queryPort: number | null; peers: ReadonlyArray<{ readonly address: string; readonly lastSeenAt: string; readonly port: number; readonly transport: string; readonly subscriptions: number; readonly dropped: number }>; strangers: ReadonlyArray<{ readonly address: string; readonly lastSeenAt: string }>; lastSeenAt: string | null }>;
    };
  };
  takes: {
    '': RowShape<object, { takes: ReadonlyArray<{ readonly id: string; readonly name: string; readonly keep: boolean; readonly startedAt: string; readonly lengthS: number; readonly sizeMb: number; readonly state: 'recording' | 'closed' | 'recovered' | 'damaged'; readonly complete: boolean; readonly problem: string; readonly tracks: number }>; count: number; freeSpaceMb: number }>;
    delete: {
      '': RowShape<{ running: boolean; id: string; confirm: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
    };
    '{}': {
      '': RowShape<{ name: string; notes: string; keep: boolean }, { startedAt: string; lengthS: number; sizeMb: number; state: 'recording' | 'closed' | 'recovered' | 'damaged'; complete: boolean; problem: string; rate: number; tapPoint: string; fileFormat: string; bitDepth: number; preRollS: number; tracks: ReadonlyArray<{ readonly number: number; readonly path: string; readonly name: string; readonly channels: number; readonly role: 'track' | 'programme' }>; parts: ReadonlyArray<{ readonly number: number; readonly startedAt: string; readonly frames: number; readonly gapFrames: number }>; markers: ReadonlyArray<{ readonly atS: number; readonly label: string }>; dropouts: ReadonlyArray<{ readonly atS: number; readonly lengthMs: number; readonly reason: string }>; dropoutCount: number }>;
      export: {
        '': RowShape<{ running: boolean; tracks: ReadonlyArray<number>; fileFormat: 'wav' | 'flac'; bitDepth: 0 | 16 | 24 | 32; rate: 0 | 44100 | 48000 | 88200 | 96000 | 176400 | 192000; fileTemplate: string; markers: 'labels' | 'none' }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
      };
      peaks: {
        '{}': {
          '': RowShape<object, { rate: number; frames: number; fullScale: number; zooms: ReadonlyArray<{ readonly framesPerPeak: number; readonly channels: ReadonlyArray<{ readonly lowest: ReadonlyArray<number>; readonly highest: ReadonlyArray<number> }> }> }>;
        };
      };
      render: {
        '': RowShape<{ running: boolean; settings: 'now' | 'then' | 'moves'; outputs: ReadonlyArray<{ readonly kind: string; readonly index: number; readonly file?: string }>; fileFormat: 'wav' | 'flac'; bitDepth: 0 | 16 | 24 | 32; tailS: number }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
      };
    };
  };
  talkback: {
    '': RowShape<object, { items: ReadonlyArray<{ readonly id: '1' | '2'; readonly on: boolean; readonly sourceId: string; readonly destinations: ReadonlyArray<{ readonly kind: 'mix'; readonly index: number } | { readonly kind: 'main'; readonly index: number } | { readonly kind: 'matrix'; readonly index: number } | { readonly kind: 'fxSend'; readonly index: number } | { readonly kind: 'mixMinus'; readonly index: number }>; readonly mutedBy: ReadonlyArray<'panic'> }> }>;
    '{}': {
      '': RowShape<{ on: boolean; mode: 'push' | 'latch' | 'auto'; sourceId: string; levelDb: number; dimBusesDb: number; destinations: ReadonlyArray<{ readonly kind: 'mix'; readonly index: number } | { readonly kind: 'main'; readonly index: number } | { readonly kind: 'matrix'; readonly index: number } | { readonly kind: 'fxSend'; readonly index: number } | { readonly kind: 'mixMinus'; readonly index: number }>; maxOnS: number }, { mutedBy: ReadonlyArray<'panic'> }>;
    };
  };
  telemetry: {
    convergence: {
      '': RowShape<object, { barrier: number; continuous: ReadonlyArray<string>; corrections: number; heartbeatMs: number; revision: number }>;
      corrections: {
        '': RowShape<object, { entries: ReadonlyArray<{ readonly at: string; readonly path: string; readonly field: string; readonly wanted: unknown; readonly observed: unknown; readonly target: string; readonly outcome: 'corrected' | 'refused' | 'unverified' }>; total: number }>;
      };
    };
    latency: {
      '': RowShape<object, { at: string | null; report: { readonly roundTripMs: number | null; readonly paths: ReadonlyArray<{ readonly from: string; readonly to: string; readonly inputMs: number | null; readonly processingMs: number; readonly outputMs: number | null; readonly totalMs: number | null }> } | null }>;
    };
    perf: {
      '': RowShape<object, { enabled: boolean; ops: ReadonlyArray<{ readonly op: string; readonly count: number; readonly meanMs: number; readonly p99Ms: number; readonly maxMs: number }> }>;
    };
    process: {
      '': RowShape<object, { activeResources: number; cpuPercent: number; cpuSystemPercent: number; cpuUserPercent: number; eventLoopLagMaxMs: number; eventLoopLagMeanMs: number; eventLoopLagP99Ms: number; externalMb: number; heapTotalMb: number; heapUsedMb: number; rssMb: number; uptimeS: number }>;
    };
    rt: {
      '': RowShape<object, { processId: number; xruns: number; lastXrunAt: string; dspLoadPercent: number; dspLoadMaxPercent: number; blockUs: number; wakeupJitterUs: number; quantum: number; rate: number; policy: string; priority: number }>;
    };
    subscription: {
      '': RowShape<object, { convergence: number; latency: number; meters: number; process: number; rt: number; rtaInstances: number; spectrum: number }>;
    };
  };
  update: {
    '': RowShape<object, { version: string; startedAt: string; installedVersion: string; pending: boolean; parts: ReadonlyArray<{ readonly name: string; readonly kind: 'desk' | 'sound' | 'driver' | 'provider'; readonly running: string; readonly installed: string; readonly pending: boolean }>; steps: ReadonlyArray<{ readonly step: 'install' | 'desk' | 'sound'; readonly effect: string }> }>;
  };
  vendorA: {
    '': RowShape<object, { items: ReadonlyArray<{ readonly id: string; readonly present: boolean; readonly state: string }> }>;
    totalmix: {
      '': RowShape<{ policy: { readonly routing: 'pin' | 'remember'; readonly gain: 'pin' | 'remember'; readonly phantom: 'pin' | 'remember'; readonly clock: 'pin' | 'remember' }; clockSource: string | null }, { present: boolean; device: string; model: string; serial: string; firmware: string; state: string; reason: string; sampleRateHz: number; drift: ReadonlyArray<{ readonly path: string; readonly field: string; readonly wanted: unknown; readonly observed: unknown; readonly readable: boolean }>; driftCount: number }>;
      inputs: {
        '{}': {
          '': RowShape<{ polarityInverted: null | false | true; stereo: null | false | true; msProcessing: null | false | true; autoset: null | false | true; hiZ: null | false | true; referenceLevel: string | null }, { label: string; referenceLevels: ReadonlyArray<string>; confirmed: boolean; pending: boolean; unverified: ReadonlyArray<string> }>;
        };
      };
      mix: {
        '{}': {
          '{}': {
            '': RowShape<{ levelDb: number | -144 | null; pan: number | null; muted: null | false | true }, { label: string; confirmed: boolean; pending: boolean; unverified: ReadonlyArray<string> }>;
          };
        };
      };
      outputs: {
        '{}': {
          '': RowShape<{ levelDb: number | -144 | null; pan: number | null; muted: null | false | true; polarityInverted: null | false | true; stereo: null | false | true; loopback: null | false | true; referenceLevel: string | null }, { label: string; referenceLevels: ReadonlyArray<string>; confirmed: boolean; pending: boolean; unverified: ReadonlyArray<string> }>;
        };
      };
      reassert: {
        '': RowShape<{ running: boolean; areas: ReadonlyArray<'routing' | 'gain' | 'phantom' | 'clock'>; only: 'drifted' | 'all' }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
      };
    };
  };
  vsc: {
    '': RowShape<{ engaged: boolean; takeId: string; by: 'position' | 'name' | 'hand'; mapping: ReadonlyArray<{ readonly strip: { readonly kind: 'input'; readonly index: number } | { readonly kind: 'fxReturn'; readonly index: number } | { readonly kind: 'aux'; readonly index: number }; readonly track: number; readonly leg?: 'left' | 'right'; readonly trackLeg?: 'left' | 'right' }>; live: ReadonlyArray<{ readonly kind: 'input'; readonly index: number } | { readonly kind: 'fxReturn'; readonly index: number } | { readonly kind: 'aux'; readonly index: number }>; loop: { readonly fromS: number; readonly lengthS: number } | null; transport: 'play' | 'pause' | 'stop'; positionS: number }, { lengthS: number; loaded: boolean; underruns: number; fault: string; patchBefore: ReadonlyArray<{ readonly strip: { readonly kind: string; readonly index: number }; readonly leg: 'left' | 'right'; readonly sourceId: string; readonly spareSourceId: string }> }>;
    eject: {
      '': RowShape<{ running: boolean }, { params: Readonly<Record<string, unknown>> | null; progress: { readonly done: number; readonly total: number; readonly phase: string } | null; refusal: Readonly<Record<string, unknown>> | null; report: Readonly<Record<string, unknown>> | null; startedAt: string | null }>;
    };
    settings: {
      '': RowShape<{ engaged: boolean; takeId: string; by: 'position' | 'name' | 'hand'; mapping: ReadonlyArray<{ readonly strip: { readonly kind: 'input'; readonly index: number } | { readonly kind: 'fxReturn'; readonly index: number } | { readonly kind: 'aux'; readonly index: number }; readonly track: number; readonly leg?: 'left' | 'right'; readonly trackLeg?: 'left' | 'right' }>; live: ReadonlyArray<{ readonly kind: 'input'; readonly index: number } | { readonly kind: 'fxReturn'; readonly index: number } | { readonly kind: 'aux'; readonly index: number }>; loop: { readonly fromS: number; readonly lengthS: number } | null }, { play: ReadonlyArray<{ readonly kind: 'input' | 'fxReturn' | 'aux'; readonly index: number; readonly leg: 'left' | 'right'; readonly channel: number }> }>;
    };
    transport: {
      '': RowShape<{ transport: 'play' | 'pause' | 'stop'; positionS: number }, { lengthS: number; loaded: boolean; underruns: number; fault: string }>;
    };
  };
  warnings: {
    '': RowShape<object, { warnings: ReadonlyArray<{ readonly id: string; readonly title: string; readonly titleCode: { readonly code: string; readonly params: Readonly<Record<string, unknown>> }; readonly detail: string; readonly remedy: string; readonly remedyKey: string; readonly severity: 'info' | 'warning' | 'alarm'; readonly since: string; readonly path: string; readonly acknowledged: boolean }> }>;
    '{}': {
      '': RowShape<{ acknowledged: boolean }, { id: string; title: string; titleCode: { readonly code: string; readonly params: Readonly<Record<string, unknown>> }; detail: string; remedy: string; remedyKey: string; severity: 'info' | 'warning' | 'alarm'; since: string; path: string }>;
    };
  };
};
