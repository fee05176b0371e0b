// A hand at the mix page that counts what it does: a press of a finger, a key command, and a text typed into a field are
// one each; a control that is out of sight costs a swipe more, a native menu two.
import type { CDPSession, Locator, Page } from 'playwright-core';

export interface By {
  readonly x: number;
  readonly y: number;
}

export class Hand {
  readonly page: Page;
  taps = 0;
  readonly #touch: CDPSession;

  private constructor(page: Page, touch: CDPSession) {
    this.page = page;
    this.#touch = touch;
  }

  static async at(page: Page): Promise<Hand> {
    return new Hand(page, await page.context().newCDPSession(page));
  }

  async tap(of: Locator): Promise<void> {
    const at = await this.#reach(of);
    this.taps++;
    await this.#finger('touchStart', at);
    await this.#finger('touchEnd');
  }

  /** Leaves when the desk says so, as a hand does that looks at the key. */
  async hold(of: Locator, until: () => Promise<unknown>): Promise<void> {
    const at = await this.#reach(of);
    this.taps++;
    await this.#finger('touchStart', at);
    await until();
    await this.#finger('touchEnd');
  }

  async drag(of: Locator, { x, y }: By): Promise<void> {
    const at = await this.#reach(of);
    this.taps++;
    await this.#finger('touchStart', at);
    for (const part of [0.25, 0.5, 0.75, 1]) {
      await this.#finger('touchMove', { x: at.x + x * part, y: at.y + y * part });
    }
    await this.#finger('touchEnd');
  }

  /** Into the field that has the keyboard, with the Enter that ends it; else a tap on `field` comes first, and is part of it. */
  async type(text: string, field?: Locator): Promise<void> {
    if (field !== undefined) {
      await this.tap(field);
      this.taps--;
      await this.page.keyboard.press('Control+A');
    }
    this.taps++;
    await this.page.locator('input:focus').waitFor();
    await this.page.keyboard.type(text);
    await this.page.keyboard.press('Enter');
  }

  async press(key: string): Promise<void> {
    this.taps++;
    await this.page.keyboard.press(key);
  }

  async choose(of: Locator, label: string): Promise<void> {
    await this.#reach(of);
    this.taps += 2;
    await of.selectOption({ label });
  }

  #finger(type: 'touchStart' | 'touchMove' | 'touchEnd', at?: By): Promise<unknown> {
    const touchPoints = at === undefined ? [] : [{ ...at, id: 0 }];
    return this.#touch.send('Input.dispatchTouchEvent', { type, touchPoints });
  }

  /** Where a finger meets the control; fails where something lies over it. */
  async #reach(of: Locator): Promise<By> {
    await of.and(this.page.locator(':not(:disabled):not([aria-disabled="true"])')).waitFor();
    await atRest(of);
    if (!(await isInSight(of))) {
      this.taps++;
      await of.evaluate((element) => element.scrollIntoView({ block: 'center', inline: 'center' }));
      await atRest(of);
      if (!(await isInSight(of))) throw new Error(`Something lies over ${of}`);
    }
    const box = await of.boundingBox();
    if (box === null) throw new Error(`${of} has no place`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }
}

/** Resolves when the control has stood at its place for two frames: a hand waits for that too. */
const atRest = (of: Locator): Promise<void> =>
  of.evaluate(async (element) => {
    const { requestAnimationFrame: draw } = element.ownerDocument.defaultView as {
      requestAnimationFrame(act: () => void): void;
    };
    const place = () => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return [left, top, width, height].join(' ');
    };
    let before = '';
    for (let same = 0; same < 2; ) {
      const now = place();
      same = now === before ? same + 1 : 0;
      before = now;
      await new Promise<void>((resolve) => draw(resolve));
    }
  });

/** Whether a finger at the middle of the control meets it. */
const isInSight = (of: Locator): Promise<boolean> =>
  of.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const there = element.ownerDocument.elementFromPoint(left + width / 2, top + height / 2);
    if (there === null || there.matches('html, body')) return false;
    return element.contains(there) || there.contains(element);
  });
