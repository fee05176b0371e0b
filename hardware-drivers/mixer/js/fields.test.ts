// Every field of strips.json through the addon: begins at its default, is taken at both ends, and is echoed.
import type { MixerContext, MixerField, MixerFields } from 'rowdesk/driver';
import { afterEach, describe, expect, test } from 'vitest';
import { isTested, mixerContext, pump } from '../../../test/harness/native-mixer.ts';
import { DeskMixer } from './mixer.ts';

describe.skipIf(!isTested)('fields that are no processor’s', () => {
  const layout = {
    ...{ input: 2, fxReturn: 1, aux: 1, mix: 2, matrix: 2, cue: 1, main: 2, fxSend: 2, dca: 2, muteGroup: 2 },
    mixMinus: 2,
  };
  const { fields: described } = mixerContext;
  const opened: DeskMixer[] = [];
  const open = (own: MixerContext = mixerContext) => {
    const mixer = new DeskMixer(layout, own, {});
    opened.push(mixer);
    mixer.connect({ inputs: ['a:in-1', 'a:in-2', '', ''], outputs: ['a:out-1', 'a:out-2'] });
    pump(mixer, 48_000, 64);
    return mixer;
  };
  afterEach(() => {
    for (const mixer of opened.splice(0)) mixer.close();
  });
  const observed = (mixer: DeskMixer) =>
    new Map(mixer.observe().values.map(({ path, field, value }) => [`${path} ${field}`, value]));

  /** Addresses of a row: one for each kind of strip that has the field. */
  function pathsOf(row: string, { stripKinds }: MixerField): readonly (readonly [path: string, kind: string])[] {
    const filled = row
      .replace('{processorId}', 'gate')
      .replace('{busKind}/{busIndex}', 'mix/1')
      .replace('{id}', '2')
      .replace('rightLegs/{kind}', 'rightLegs/aux');
    return (stripKinds ?? ['input']).map((kind) => [filled.replace('{kind}', kind).replace('{index}', '1'), kind]);
  }
  const cases = Object.entries(described).flatMap(([row, fields]) =>
    Object.entries(fields).flatMap(([field, own]) =>
      pathsOf(row, own).map(([path, kind]) => ({ path, field, own, start: own.defaultOf?.[kind] ?? own.default })),
    ),
  );

  const empty = {
    ...{ number: 0, boolean: false, source: '', strip: null, strips: [], indices: [], ports: [], panicScope: null },
    choice: undefined,
  };
  const mains = [1, 2].flatMap((index) =>
    ['left', 'right'].map((leg, right) => {
      const portId = `driving:out-${2 * (index - 1) + right + 1}`;
      return { strip: { kind: 'main', index }, leg, portId, levelDb: 0 };
    }),
  );

  test('begin with their default on every kind of strip that has them, and are on no other', () => {
    const values = observed(open());
    for (const { path, field, own, start } of cases) {
      const expected = own.type === 'outputs' ? mains : (start ?? empty[own.type]);
      expect(values.get(`${path} ${field}`), `${path} ${field}`).toEqual(expected);
    }
    const [strip = {}] = Object.values(described);
    for (const kind of Object.keys(layout)) {
      const has = (field: string) => values.has(`/channel/${kind}/1 ${field}`);
      // Groups have no observed values.
      if (kind === 'dca' || kind === 'muteGroup') continue;
      expect(Object.keys(strip).filter(has)).toEqual(
        Object.keys(strip).filter((field) => strip[field]?.stripKinds?.includes(kind)),
      );
    }
  });

  test('are taken at both ends of every range and at every choice, and echoed', () => {
    const mixer = open();
    for (const { path, field, own } of cases) {
      const { type, minimum, maximum, choices } = own;
      const given = type === 'number' ? [minimum, maximum] : type === 'boolean' ? [true, false] : (choices ?? []);
      for (const value of given) {
        expect(mixer.apply(1, [{ path, field, value }])).toEqual([]);
        pump(mixer, 0, 64);
        expect(observed(mixer).get(`${path} ${field}`), `${path} ${field}`).toBe(value);
      }
    }
  });

  test('are refused in words a little beyond each range', () => {
    const mixer = open();
    for (const { path, field, own } of cases.filter(({ own }) => own.type === 'number')) {
      const values = [Number(own.minimum) - 0.001, Number(own.maximum) + 0.001];
      const refused = mixer.apply(
        1,
        values.map((value) => ({ path, field, value })),
      );
      const words = `${field} must be from ${own.minimum} to ${own.maximum}`;
      expect(refused.map(({ reason }) => reason)).toEqual([words, words]);
    }
  });

  test.each<[string, string, Partial<MixerField> | undefined, string]>([
    ['/cue', 'loudness', { type: 'number', minimum: 0, maximum: 1 }, 'the engine has no field loudness of /cue'],
    ['/lamp', 'on', { type: 'boolean' }, 'the engine has no field on of /lamp'],
    ['/cue', 'dimDb', undefined, 'the description of the mixer lacks dimDb of /cue'],
    ['/cue', 'dim', { type: 'number' }, 'the engine takes dim of /cue as boolean, not as number'],
    ['/cue', 'inputMode', { choices: ['PFL'] }, 'the engine has 2 choices of inputMode of /cue, not 1'],
    ['/cue', 'outputs', { maxItems: 17 }, 'the engine has room for 16 items of outputs of /cue, not for 17'],
    ['/cue', 'delayMs', { maximum: 501 }, 'the engine has no range from 0 to 501 for delayMs of /cue'],
    ['/cue', 'levelDb', { minimum: 20 }, 'the engine has no range from 20 to 10 for levelDb of /cue'],
    [
      ...(['/channel/{kind}/{index}', 'pan', { stripKinds: ['input', 'dca'] }] as const),
      'the engine has pan of /channel/{kind}/{index} on strips of kind input, fxReturn, aux, mix, matrix, cue, main, fxSend, mixMinus, not on input, dca',
    ],
    [
      ...(['/talkback/{id}', 'destinations', { refKinds: ['mix', 'input'] }] as const),
      'the engine takes strips of kind mix, matrix, main, fxSend, mixMinus for destinations of /talkback/{id}, not input',
    ],
  ])('a description of %s %s that is not the engine’s is refused when the mixer opens', (row, field, change, words) => {
    const { [field]: known, ...others } = described[row] ?? {};
    const own = change === undefined ? {} : { [field]: { ...known, ...change } };
    const fields = { ...described, [row]: { ...others, ...own } } as MixerFields;
    expect(() => open({ ...mixerContext, fields })).toThrow(words);
  });
});
