// What of a page's words a reader does not get: words and values that are cut or spill, breaks inside a word, cut names
// that no `title` has whole. A string, since it runs in the page: `unfit()` answers a sentence for each.

export const unfit = `(() => {
  const faults = new Set();
  const isShown = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.closest('.unseen, .out-of-sight, .skip, svg, option, datalist') === null;
  const nameOf = (element) =>
    [element, element.parentElement, element.parentElement?.parentElement]
      .filter(Boolean)
      .map((each) => each.tagName.toLowerCase() + (typeof each.className === 'string' && each.className ? '.' + each.className.trim().split(/\\s+/).join('.') : ''))
      .join(' < ');
  const say = (what, element, text) => faults.add(what + ' "' + text.trim().slice(0, 60) + '" in ' + nameOf(element));
  const clips = (value) => value === 'hidden' || value === 'clip';
  const scrolls = (value) => value === 'auto' || value === 'scroll';

  /** How a box that hides what does not fit cuts these rectangles: 'x', 'y' or ''. */
  const cutBy = (box, style, rects, axes) => {
    const { left, right, top, bottom } = box.getBoundingClientRect();
    for (const rect of rects) {
      if (axes.x && clips(style.overflowX) && (rect.left < left - 1.5 || rect.right > right + 1.5)) return 'x';
      // A line is higher than its letters.
      const lead = Math.min(4, rect.height / 5);
      if (axes.y && clips(style.overflowY) && (rect.top < top - lead || rect.bottom > bottom + lead)) return 'y';
    }
    return '';
  };

  const look = (node) => {
    const parent = node.parentElement;
    const text = node.textContent;
    if (text.trim() === '' || !isShown(parent)) return;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
    if (rects.length === 0) return;
    const axes = { x: true, y: true };
    for (let box = parent; box !== null && (axes.x || axes.y); box = box.parentElement) {
      const style = getComputedStyle(box);
      const cut = cutBy(box, style, rects, axes);
      if (cut !== '') {
        parent.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
        const hasWhole = parent.closest('.short-name, [dir="auto"]')?.closest('[title]')?.title.includes(text.trim());
        if (!hasWhole) say(cut === 'x' ? 'cut at its side' : 'cut in height', parent, text);
        break;
      }
      if (scrolls(style.overflowX)) axes.x = false;
      if (scrolls(style.overflowY)) axes.y = false;
      if (style.position === 'fixed') break;
      if (axes.x && (box.tagName === 'BUTTON' || box.tagName === 'SELECT')) {
        const { left, right } = box.getBoundingClientRect();
        if (rects.some((rect) => rect.left < left - 1.5 || rect.right > right + 1.5)) {
          say('spills out of its key', parent, text);
          break;
        }
      }
    }
    if (getComputedStyle(parent).writingMode !== 'horizontal-tb') return;
    for (const { 0: word, index } of text.matchAll(/[\\p{L}\\p{N}]{2,}/gu)) {
      // A path on the disk or an address is no word, and breaks where it has to.
      const around = (/\\S*$/u.exec(text.slice(0, index))?.[0] ?? '') + (/^\\S*/u.exec(text.slice(index))?.[0] ?? '');
      if (around.includes('/')) continue;
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const tops = [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => top);
      if (Math.max(...tops) - Math.min(...tops) > 6) say('broken inside a word', parent, word);
    }
  };

  const pen = document.createElement('canvas').getContext('2d');
  const lookAtField = (field) => {
    if (!isShown(field) || ['checkbox', 'radio', 'range', 'file', 'color'].includes(field.type)) return;
    const isMenu = field.tagName === 'SELECT';
    const text = isMenu ? (field.selectedOptions[0]?.text ?? '') : field.value || field.placeholder || '';
    const style = getComputedStyle(field);
    pen.font = style.font;
    const arrow = isMenu && style.appearance !== 'none' ? 16 : 0;
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
    // What is typed scrolls; what stands there from the beginning does not.
    if (pen.measureText(text).width <= room + 1.5) return;
    if (field.title.includes(text) || (!isMenu && field.value !== '' && field.dir === 'auto')) return;
    say('no room in a field for', field, text);
  };

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) look(walker.currentNode);
  for (const field of document.querySelectorAll('input, select')) lookAtField(field);
  // A focus would move all of it.
  if (document.documentElement.scrollHeight > innerHeight + 1) faults.add('The page is higher than its window.');
  return [...faults];
})()`;
