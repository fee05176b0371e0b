// The control of a field, made of what OPTIONS says of it; what was refused stands beneath it in words.
import { useEffect } from 'preact/hooks';
import type { FieldContract } from 'rowdesk/client';
import { askAgain, contractOf, parameterOf } from '../desk/contracts.ts';
import { field } from '../desk/field.ts';
import { refusalOf } from '../desk/refusals.ts';
import { rowOf } from '../desk/rows.ts';
import { englishOf, ownWords, t, textOr } from '../text/text.ts';
import { Menu, Segments, Switch, Toggles } from './choices.tsx';
import './control.css';
import { type Choice, type ControlKind, controlKind, type Parameter } from './control-kind.ts';
import { fieldLabel } from './field-label.ts';
import { Knob } from './knob.tsx';
import { LevelSlider } from './level-slider.tsx';
import { SourceMenu } from './source-menu.tsx';
import { NumberField, ReadOnly, TextField } from './typed.tsx';

export interface ControlForOptions {
  readonly path: string;
  readonly name: string;
  /** What OPTIONS says of the field, where it is at hand. */
  readonly contract?: FieldContract;
  /** Else the name of the field in words. */
  readonly label?: string;
  /** Of the numbers of toggles. */
  readonly nameOf?: (number: number) => string;
}

/** Nothing where the row or the field is not there. */
export function ControlFor({ path, name, contract: given, label, nameOf }: ControlForOptions) {
  const { life, row } = rowOf(path).value;
  if (life === 'gone' || life === 'unknown') return null;
  const contract = given ?? contractOf(path).value?.fields[name];
  if (contract === undefined) return null;
  const parameter = parameterFor(path, name, contract);
  const kind = controlKind(name, contract, parameter, { ...row, ...shownOf(path, contract) });
  return (
    <div class="control" data-field={name} data-kind={kind.kind}>
      <Chosen {...{ path, name, contract, kind, nameOf }} label={label ?? fieldLabel(name, contract, parameter)} />
      <Refusal path={path} name={name} />
    </div>
  );
}

/** The sentence of the last refusal, until the control is touched again. */
export function Refusal({ path, name }: { readonly path: string; readonly name: string }) {
  const words = refusalOf(path, name).value;
  useEffect(() => {
    if (words !== '') askAgain(path);
  }, [words, path]);
  if (words === '') return null;
  return (
    <p class="refusal" role="status">
      <b>{t('control.refused')}</b> {words}
    </p>
  );
}

interface ChosenOptions {
  readonly path: string;
  readonly name: string;
  readonly label: string;
  readonly contract: FieldContract;
  readonly kind: ControlKind;
  readonly nameOf: ((number: number) => string) | undefined;
}

function Chosen({ path, name, label, contract, kind, nameOf }: ChosenOptions) {
  const at = { path, name, label };
  switch (kind.kind) {
    case 'switch':
      return <Switch {...at} />;
    case 'segments':
      return <Segments {...at} choices={kind.choices.map(worded)} />;
    case 'menu':
      return <Menu {...at} choices={kind.choices.map(worded)} />;
    case 'fader':
      return <LevelSlider level={field<number>(path, name)} label={label} scale={kind.scale} />;
    case 'knob':
      return <Knob {...at} {...kind} contract={contract} />;
    case 'toggles':
      return <Toggles {...at} numbers={kind.numbers} {...(nameOf === undefined ? {} : { nameOf })} />;
    case 'source':
      return <SourceMenu {...at} />;
    case 'number':
      return <NumberField {...at} unit={String(contract.unit ?? '')} />;
    case 'text':
      return <TextField {...at} longest={typeof contract.maxLength === 'number' ? contract.maxLength : undefined} />;
    default:
      return <ReadOnly {...at} />;
  }
}

/** OPTIONS of a processor's values lacks the scale, the role and the names of the choices. */
function parameterFor(path: string, name: string, contract: FieldContract): Parameter {
  if (!path.endsWith('/values') || contract.type === 'boolean') return {};
  return (parameterOf(path, name).value ?? {}) as Parameter;
}

/** The field that a limit follows, as it is shown. */
function shownOf(path: string, { maximumBy = {} }: FieldContract): Record<string, unknown> {
  return Object.fromEntries(Object.keys(maximumBy as object).map((by) => [by, field(path, by).shown.value]));
}

/** A choice in the page's words; what a plugin calls otherwise is called so. */
function worded({ value, label }: Choice): Choice {
  const key = `control.choice.${value}`;
  const isOurs = label === String(value) || label === englishOf(key);
  return { value, label: isOurs ? textOr(key, label) : ownWords(label) };
}
