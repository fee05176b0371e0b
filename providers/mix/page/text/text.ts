// The texts of the page: one catalogue per language; a refusal and a title by their codes. A part that is loaded later
// brings its texts along.
import { signal } from '@preact/signals';
import type { Refusal } from 'rowdesk/client';
import { first as firstGerman } from './de/first.ts';
import type { en as english } from './en/en.ts';
import { first as firstEnglish } from './en/first.ts';

export type TextKey = keyof typeof english;
type Texts = Readonly<Record<string, string>>;
export type Params = Readonly<Record<string, unknown>>;

const catalogues: { en: Texts; de: Texts } = { en: firstEnglish, de: firstGerman };
export type Language = keyof typeof catalogues;
export const languages = Object.keys(catalogues) as readonly Language[];

/** Adds the texts of a part, which is loaded now. */
export function addTexts(texts: Readonly<Record<Language, Texts>>): void {
  for (const name of languages) catalogues[name] = { ...catalogues[name], ...texts[name] };
}

const key = 'rowdesk.language';
const isLanguage = (name: string | null | undefined): name is Language => languages.includes(name as Language);
const first = () => {
  const stored = localStorage.getItem(key);
  if (isLanguage(stored)) return stored;
  return navigator.languages.map((each) => each.slice(0, 2)).find(isLanguage) ?? 'en';
};

export const language = signal<Language>(first());

export function setLanguage(name: Language): void {
  localStorage.setItem(key, name);
  language.value = name;
}

/** The text of a key, its `{params}` filled in. */
export function t(name: TextKey, params: Params = {}): string {
  return filled(catalogues[language.value][name] ?? name, params);
}

/** The text of a key that the desk gives; `otherwise` where the catalogue lacks it. */
export function textOr(name: string, otherwise: string, params: Params = {}): string {
  const texts = catalogues[language.value];
  return Object.hasOwn(texts, name) ? filled(texts[name] as string, params) : otherwise;
}

/** What the desk calls a processor, a parameter or a choice, in the language of the page where that has words for it. */
export const ownWords = (label: string): string => textOr(`control.label.${label}`, label);

/** In English, as a plugin calls its parameters; undefined where the catalogue lacks it. */
export const englishOf = (name: string): string | undefined => catalogues.en[name];

/** A refusal in the language of the page where it has words for its code, else in the desk's. */
export function refusalText({ code, detail, params, errors }: Refusal): string {
  const [error] = errors;
  if (error !== undefined)
    return textOr(`refusal.${error.code}`, error.message, { field: error.field, ...error.params });
  return textOr(`refusal.${code}`, detail, params);
}

function filled(text: string, params: Params): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole));
}
