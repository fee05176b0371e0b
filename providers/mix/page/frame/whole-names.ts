// A name that is cut has its whole words as a title once it is pointed at or gets the focus: read then, since no layout is asked
// for while strips are drawn.

const names = '.short-name, [dir="auto"]';
const mostSteps = 4;
const titled = new WeakSet<HTMLElement>();

/** From now on, on the whole page. */
export function titleCutNames(): void {
  for (const event of ['pointerover', 'focusin']) document.addEventListener(event, look, { passive: true });
}

function look({ target }: Event): void {
  if (!(target instanceof Element)) return;
  const around = target.closest<HTMLElement>(names);
  for (const name of [...(around === null ? [] : [around]), ...target.querySelectorAll<HTMLElement>(names)].slice(
    0,
    16,
  )) {
    if (isCut(name)) {
      name.title = (name.textContent ?? '').trim();
      titled.add(name);
    } else if (titled.has(name)) name.removeAttribute('title');
  }
}

/** It, its beginning, or the box that it stands in. */
function isCut(name: HTMLElement): boolean {
  let box: HTMLElement | null = name;
  for (let step = 0; step < mostSteps && box !== null && box.clientWidth === 0; step++) box = box.parentElement;
  const isWider = (each: Element) => each.scrollWidth > Math.ceil(each.getBoundingClientRect().width);
  return [box, ...name.children].some((each) => each !== null && (isWider(each) || isHigher(each)));
}

/** In lines of which the last ones are hidden. */
const isHigher = ({ clientHeight, scrollHeight }: Element) => clientHeight > 0 && scrollHeight > clientHeight + 1;
