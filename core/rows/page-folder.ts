/** A page of built files, served below `/` under a Content-Security-Policy that allows the desk alone. */
export interface PageFolder {
  /** Its first address, one segment: `/lights`. */
  readonly path: string;
  readonly title: string;
  /** Its purpose, in a sentence without a full stop. */
  readonly about: string;
  /** An absolute path; `index.html` there answers for `path`, `stage.html` for `/lights/stage`. */
  readonly folder: string;
}
