// Words on the screen that have no room: cut off, out of their key, or broken between two letters.
import type { Page } from 'playwright-core';

/**
 * Names that a person gave may be cut: they stand in `bdi` or `dir="auto"`. All else is a fixed word or a value. A part that
 * scrolls cuts nothing.
 */
export const cutWords = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`(() => {
    const isName = (element) => element.closest('bdi > span, [dir="auto"], input, option, select, .unseen, .out-of-sight, .skip') !== null;
    const found = new Set();
    const boxesOf = (element) => {
      const boxes = [];
      let [ofX, ofY] = [true, true];
      for (let each = element; each !== null && each !== document.documentElement; each = each.parentElement) {
        const { overflowX, overflowY, position, display } = getComputedStyle(each);
        if (display === 'inline' || display === 'contents') continue;
        const rolls = (overflow) => overflow === 'auto' || overflow === 'scroll';
        if (rolls(overflowX)) ofX = false;
        if (rolls(overflowY)) ofY = false;
        const clips = overflowX !== 'visible' || each.matches('button, a');
        if (clips) boxes.push({ box: each.getBoundingClientRect(), ofX, ofY, of: each });
        if (position === 'fixed') break;
      }
      return boxes;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const element = node.parentElement;
      const words = node.data.trim();
      if (words === '' || element === null || isName(element)) continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()].filter(({ width }) => width > 0);
      if (rects.length === 0) continue;
      const where = element.closest('[class]')?.className ?? element.tagName;
      const say = (what) => found.add(what + ': "' + words.slice(0, 40) + '" in ' + where);
      for (const { box, ofX, ofY, of } of boxesOf(element)) {
        // A part out of sight of a scroller is no part of the screen.
        if (ofX && rects.some(({ left, right }) => left < box.left - 1 || right > box.right + 1)) say('cut at the side');
        else if (ofY && of.matches('button, a, .plate, .strip-button, .fader-value') && rects.some(({ top, bottom }) => top < box.top - 2 || bottom > box.bottom + 2)) say('cut above or below');
      }
      if (rects.some(({ right }) => right > innerWidth + 1) && boxesOf(element).every(({ ofX }) => ofX)) say('out of the window');
      for (const { 0: word, index } of node.data.matchAll(/[^\\s\\u00ad/·→–-]+/g)) {
        if (word.length < 2) continue;
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top / 4)));
        if (lines.size > 1) say('broken: ' + word);
      }
    }
    return [...found];
  })()`);
