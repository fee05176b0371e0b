// What drives the desk, its load, and late blocks.
import { ControlFor } from '../control/control-for.tsx';
import { refusalOf } from '../desk/refusals.ts';
import { fieldOf, useRows } from '../desk/rows.ts';
import { writeFields } from '../desk/tasks.ts';
import { t, textOr } from '../text/text.ts';
import { Facts } from './facts.tsx';
import { numberWords, timeWords } from './values.ts';

interface Reference {
  readonly id: string;
  readonly label: string;
  readonly driving: boolean;
  readonly grade: string;
  readonly reason: string;
}

interface Joined {
  readonly id: string;
  readonly label: string;
  readonly state: string;
  readonly reason: string;
  readonly deviationPpm: number;
  readonly inputLatencyMs: number;
  readonly outputLatencyMs: number;
  readonly gaps: number;
}

const joinedRow = '/clock/joined';
const ownership = '/clock/ownership';
const state = '/clock/ownership/reference';
const force = '/clock/force';
const rt = '/telemetry/rt';

export function Clock() {
  useRows(['/clock', '/clock/references', joinedRow, ownership, state, force, rt, '/console']);
  const references = fieldOf<readonly Reference[]>('/clock/references', 'references').value ?? [];
  const designated = fieldOf<string>(ownership, 'designatedReference').value ?? '';
  const refusal = refusalOf(ownership, 'designatedReference').value;
  const designate = (id: string) => void writeFields(ownership, { designatedReference: id }, 'designatedReference');
  return (
    <div class="clock-split">
      <section class="show-panel" aria-label={t('show.part.clock')}>
        <h2>{t('show.drives')}</h2>
        <Facts
          facts={[
            ['show.rate', unit('/clock', 'rate', 'Hz')],
            ['show.quantum', unit('/clock', 'quantum', t('show.frames'))],
            ['show.pace', fieldOf<string>(state, 'reason').value || fieldOf<string>(state, 'lockDetail').value],
          ]}
        />
        <ul class="plain-list">
          {references.map(({ id, label, driving, grade, reason }) => (
            <li class="problem" key={id} data-state={driving ? 'set' : 'idle'}>
              <span class="sign" aria-hidden="true">
                {driving ? '✓' : ''}
              </span>
              <div class="grow">
                <b dir="auto">{label}</b> <small>{textOr(`show.grade.${grade}`, grade)}</small>
                <p dir="auto">{reason}</p>
              </div>
              <button
                type="button"
                aria-pressed={designated === id}
                onClick={() => designate(designated === id ? '' : id)}
              >
                {designated === id && '✓ '}
                {t('show.designate')}
              </button>
            </li>
          ))}
        </ul>
        {refusal !== '' && <p class="refusal">{refusal}</p>}
        <div class="clock-settings">
          <ControlFor path={ownership} name="role" label={t('show.role')} />
          <ControlFor path={ownership} name="freeRunOverride" label={t('show.freeRun')} />
          <ForcedRate />
        </div>
        {fieldOf(force, 'rateNotApplied').value === true && <p class="refusal">{t('show.rateNotApplied')}</p>}
        <JoinedDevices />
      </section>
      <section class="show-panel" aria-label={t('show.load')}>
        <h2>{t('show.engine')}</h2>
        <Facts
          facts={[
            ['show.engineState', engine()],
            ['show.dspLoad', percent(rt, 'dspLoadPercent')],
            ['show.dspLoadMax', percent(rt, 'dspLoadMaxPercent')],
            ['show.lateBlocks', unit(rt, 'xruns', '')],
            ['show.lastLate', timeWords(fieldOf(rt, 'lastXrunAt').value)],
            ['show.blockTime', unit(rt, 'blockUs', 'µs')],
            ['show.jitter', unit(rt, 'wakeupJitterUs', 'µs')],
            ['show.policy', fieldOf<string>(rt, 'policy').value],
          ]}
        />
      </section>
    </div>
  );
}

/** Devices that join the driving one; nothing where there is none. */
function JoinedDevices() {
  const devices = fieldOf<readonly Joined[]>(joinedRow, 'devices').value ?? [];
  if (devices.length === 0) return null;
  return (
    <>
      <h2>{t('show.joined')}</h2>
      <ul class="plain-list">
        {devices.map((device) => (
          <li class="problem" key={device.id} data-state={device.state === 'running' ? 'set' : 'idle'}>
            <span class="sign" aria-hidden="true">
              {device.state === 'running' ? '✓' : ''}
            </span>
            <div class="grow">
              <b dir="auto">{device.label}</b> <small>{textOr(`show.joined.${device.state}`, device.state)}</small>
              <p dir="auto">{device.reason || joinedWords(device)}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Latency in and out, the deviation of the clock, and gaps. */
function joinedWords({ inputLatencyMs, outputLatencyMs, deviationPpm, gaps }: Joined): string {
  const latency = `${inputLatencyMs.toFixed(1)} / ${outputLatencyMs.toFixed(1)} ms`;
  return `${t('show.joined.latency')} ${latency} · ${deviationPpm.toFixed(1)} ppm · ${t('show.joined.gaps')} ${gaps}`;
}

/** A menu of the rates that the desk supports; 0 forces none. */
function ForcedRate() {
  const rate = fieldOf<number | null>(force, 'rate').value;
  const rates = fieldOf<readonly number[]>('/clock', 'supportedRates').value ?? [];
  const refusal = refusalOf(force, 'rate').value;
  if (rate === undefined) return null;
  return (
    <label>
      {t('show.forceRate')}{' '}
      <select
        value={rate ?? 0}
        onChange={(event) => void writeFields(force, { rate: Number(event.currentTarget.value) }, 'rate')}
      >
        {[0, ...rates].map((each) => (
          <option key={each} value={each}>
            {each === 0 ? t('show.noneOf') : numberWords(each, 'Hz')}
          </option>
        ))}
      </select>
      {refusal !== '' && <p class="refusal">{refusal}</p>}
    </label>
  );
}

function unit(path: string, name: string, of: string): string | undefined {
  const value = fieldOf<number>(path, name).value;
  return value === undefined ? undefined : numberWords(value, of);
}

function percent(path: string, name: string): string | undefined {
  const value = fieldOf<number>(path, name).value;
  return value === undefined ? undefined : `${value.toFixed(1)} %`;
}

function engine(): string | undefined {
  const now = fieldOf<string>('/console', 'engine').value;
  return now === undefined ? undefined : textOr(`show.engine.${now}`, now);
}
