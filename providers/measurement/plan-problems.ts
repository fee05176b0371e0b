// What is in the way of a run.
import type { DeskReader, Fields, ObservedReader } from 'rowdesk/provider';
import { type StripRef, stripName, stripPath } from '../console/index.ts';
import { twoLegged } from '../patch/index.ts';
import { loudDb, mostPinkDb, octave } from './contract/settings.ts';
import { makesSound, needsConfirm, type Order, type PlanNeeds, type PlanProblem, playedOf } from './plan.ts';

const silenceDb = -144;
/** Nothing that a microphone hears comes of less. */
const downDb = -80;
/** Above this share of the rate nothing is measured. */
const mostOfRate = 0.48;

const problem = (reason: string, detail: string, field = '', refuses = true): PlanProblem => ({
  ...{ reason, detail, refuses, field },
});

export function problemsOf(
  order: Order,
  needs: PlanNeeds,
  desk: DeskReader,
  observed: ObservedReader,
): readonly PlanProblem[] {
  return [
    ...ofDesk(order, needs, desk, observed),
    ...ofSettings(order, needs),
    ...(order.output === null
      ? [problem('no-output', 'No output is named: output is a bus, as main/1.', 'output')]
      : ofOutput(order, order.output, needs, desk, observed)),
    ...(order.microphone === null
      ? [problem('no-microphone', 'No microphone is named: microphone is the strip that hears it.', 'microphone')]
      : ofMicrophone(order, order.microphone, needs, desk, observed)),
  ];
}

function ofDesk(
  order: Order,
  { audio, isRunning, full }: PlanNeeds,
  desk: DeskReader,
  observed: ObservedReader,
): readonly PlanProblem[] {
  const { grade, rate } = audio.clock;
  const isDriven = audio.state === 'running' && rate > 0 && grade !== 'synthetic' && grade !== 'lost';
  const why = audio.reason === '' ? 'no audio device drives the desk' : audio.reason;
  const isRecording = observed.read('/record', 'state')?.value === 'recording';
  const isEngaged = desk.has('/vsc/settings') && desk.read('/vsc/settings').engaged === true;
  const sounds = makesSound(order);
  return [
    ...(isRunning() ? [problem('running', 'Another measurement runs.')] : []),
    ...(full() === '' ? [] : [problem('too-many-results', full())]),
    ...(isDriven ? [] : [problem('no-device', `Nothing can be measured: ${why}.`)]),
    ...(isRecording && sounds
      ? [problem('recording', 'A take is being recorded, and the stimulus would be on it; stop it, or use programme.')]
      : []),
    ...(isEngaged && sounds
      ? [problem('soundcheck', 'A virtual soundcheck is engaged: the take sounds, too; end it by /vsc/eject.')]
      : []),
  ];
}

function ofSettings(order: Order, { audio, microphones }: PlanNeeds): readonly PlanProblem[] {
  const { stimulus, fromHz, toHz, levelDb, microphoneId } = order;
  const isSweep = stimulus === 'sweep';
  const mostHz = Math.floor(audio.clock.rate * mostOfRate);
  return [
    ...(isSweep && toHz < fromHz * octave
      ? [problem('sweep-range', `A sweep covers an octave: toHz must be ${fromHz * octave} Hz at least.`, 'toHz')]
      : []),
    ...(isSweep && mostHz > 0 && toHz > mostHz
      ? [problem('rate', `At ${audio.clock.rate} Hz a sweep ends at ${mostHz} Hz at most.`, 'toHz')]
      : []),
    ...(stimulus === 'pink' && levelDb > mostPinkDb
      ? [problem('noise-level', `The peaks of pink noise clip above ${mostPinkDb} dB.`, 'levelDb')]
      : []),
    ...(microphoneId !== '' && microphones.get(microphoneId) === undefined
      ? [problem('unknown-microphone', `There is no calibration ${microphoneId}.`, 'microphoneId')]
      : []),
    ...(needsConfirm(order)
      ? [problem('loud', `${levelDb} dB is above ${loudDb} dB: a run asks for confirm.`, 'levelDb', false)]
      : []),
  ];
}

function ofOutput(
  order: Order,
  output: StripRef,
  { edges, mutedBy }: PlanNeeds,
  desk: DeskReader,
  observed: ObservedReader,
): readonly PlanProblem[] {
  const name = stripName(output);
  const causes = mutedBy(output, desk, observed);
  const levelDb = Number(desk.read(stripPath(output)).levelDb);
  const played = playedOf(order, output, { edges }, desk);
  const isPanic = causes.includes('panic');
  const goesOn = edges.paths.from(output, desk).size > 1;
  const sounds = makesSound(order);
  return [
    ...(isPanic ? [problem('panic', `${name} is silent by a panic; release it by /safety/panic.`, 'output')] : []),
    ...(causes.length > 0 && !isPanic
      ? [problem('output-muted', `${name} is silent: ${causes.join(', ')}.`, 'output')]
      : []),
    ...(order.leg !== 'both' && !twoLegged.includes(output.kind)
      ? [problem('no-leg', `${name} has one leg, which is both.`, 'leg')]
      : []),
    ...(levelDb <= downDb ? [problem('output-down', `The fader of ${name} is at ${levelDb} dB.`, 'output')] : []),
    ...(played.length === 0 && !goesOn
      ? [problem('output-unpatched', `${name} is patched to no output of a device.`, 'output')]
      : []),
    ...(played.length > 0 && !goesOn && !played.some(({ to }) => edges.isThere(to))
      ? [problem('output-absent', `The outputs that ${name} is patched to are not there.`, 'output')]
      : []),
    ...(played.length > 1 && sounds
      ? [problem('several-outputs', `${name} plays at ${played.length} outputs, which add up.`, 'output', false)]
      : []),
  ];
}

function ofMicrophone(
  { output }: Order,
  microphone: StripRef,
  needs: PlanNeeds,
  desk: DeskReader,
  observed: ObservedReader,
): readonly PlanProblem[] {
  const { edges } = needs;
  const name = stripName(microphone);
  const { heard } = edges.live.edgesAt(microphone, desk);
  const isPlayed = edges.isPlayed(microphone, observed);
  const way = output === null ? undefined : edges.paths.from(microphone, desk).get(stripPath(output));
  const isFed = way !== undefined && !isSilent(microphone, needs, desk, observed);
  const through = way?.map(stripName).join(' to ') ?? '';
  return [
    ...(isPlayed ? [problem('soundcheck', `${name} hears a take, not its source.`, 'microphone')] : []),
    ...(heard.length === 0 && !isPlayed
      ? [problem('no-source', `${name} has no source; give it the port of the microphone.`, 'microphone')]
      : []),
    ...(heard.length > 0 && !heard.some(({ from }) => edges.isThere(from))
      ? [problem('source-absent', `The source of ${name} is not there.`, 'microphone')]
      : []),
    ...(isFed
      ? [
          problem(
            'feedback',
            `${name} feeds the output (${through}); mute it, it is measured all the same.`,
            'microphone',
          ),
        ]
      : []),
  ];
}

/** Nothing of the strip reaches a bus: it is muted, or down with every send behind the fader. */
function isSilent(strip: StripRef, { mutedBy }: PlanNeeds, desk: DeskReader, observed: ObservedReader): boolean {
  if (desk.read(stripPath(strip)).muted === true || mutedBy(strip, desk, observed).length > 0) return true;
  if (Number(desk.read(stripPath(strip)).levelDb) > silenceDb) return false;
  return sendsOf(strip, desk).every(({ on, levelDb, tapPoint }) => {
    return on !== true || Number(levelDb) <= silenceDb || tapPoint === 'Post-Fader';
  });
}

const mostBuses = 256;
function sendsOf(strip: StripRef, desk: DeskReader): readonly Fields[] {
  return ['mix', 'main', 'fxSend'].flatMap((kind) => {
    const sends: Fields[] = [];
    for (let index = 1; index <= mostBuses; index++) {
      const path = `${stripPath(strip)}/sends/${kind}/${index}`;
      if (desk.has(path)) sends.push(desk.read(path));
      else if (index > 2) break;
    }
    return sends;
  });
}
