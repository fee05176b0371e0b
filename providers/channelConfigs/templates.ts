// The templates that are known: those that come with rowdesk, and those of folders of the house.
import { fileURLToPath } from 'node:url';
import { DataFolder, type FileProblem, type Token, token } from 'rowdesk/provider';
import { type NameCatalogue, nameKeyOf, readNames, readTemplate, type Template } from './template.ts';

const shipped = fileURLToPath(new URL('./templates', import.meta.url));
/** The names of the templates in the same folder. */
const catalogue = 'names.en.json';

export class KnownTemplates {
  static readonly token: Token<KnownTemplates> = token<KnownTemplates>('channelConfigs.templates');
  readonly problems: readonly FileProblem[];
  /** By name. */
  readonly list: readonly Template[];
  readonly #byId = new Map<string, Template>();

  /**
   * Folders in their order; one that is not there has no templates. What an earlier one has can't be had again.
   * `processors`: the processorIds of an input. A shipped template switches off each that it does not name, so that
   * nothing of another template stays.
   */
  constructor(folders: readonly string[], processors: readonly string[]) {
    const ofShipped = this.#read(shipped, (template) => whole(template, processors));
    this.problems = [...ofShipped, ...folders.flatMap((folder) => this.#read(folder))];
    this.list = [...this.#byId.values()].sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id));
  }

  get(id: string): Template | undefined {
    return this.#byId.get(id);
  }

  #read(path: string, complete = (template: Template) => template): readonly FileProblem[] {
    const folder = new DataFolder(path);
    const names = folder.names.includes(catalogue) ? folder.read(catalogue, readNames) : {};
    // Without its names a folder has nothing that could be shown, and one problem says so.
    if (names === undefined) return folder.problems;
    const templates = folder.names.filter((file) => file !== catalogue);
    for (const file of templates) folder.read(file, (text) => this.#add(complete(readTemplate(file, text, names))));
    const nameless = unused(names, templates);
    if (nameless.length > 0) folder.report(catalogue, `there is no template for ${nameless.join(', ')}`);
    return folder.problems;
  }

  #add(template: Template): void {
    if (this.#byId.has(template.id)) throw new Error(`there is a template ${template.id} already; choose another name`);
    this.#byId.set(template.id, template);
  }
}

function whole(template: Template, processors: readonly string[]): Template {
  const named = new Set(template.moves.map(({ row }) => row));
  const rest = processors.map((id) => `chain/processors/${id}`).filter((row) => !named.has(row));
  return { ...template, moves: [...template.moves, ...rest.map((row) => ({ row, field: 'enabled', value: false }))] };
}

/** Keys that are of no file. */
function unused(names: NameCatalogue, files: readonly string[]): readonly string[] {
  const keys = new Set(files.map((file) => nameKeyOf(file.replace(/\.json$/, ''))));
  return Object.keys(names).filter((key) => !keys.has(key));
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
