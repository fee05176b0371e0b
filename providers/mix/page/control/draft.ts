// What is being typed is a draft: the desk's value, when it changes meanwhile, never takes away what a hand has typed.
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Shows the value of the desk in an input that has no `value` of its own, unless something else stands in it. */
export function useDraft(input: RefObject<HTMLInputElement | null>, value: string): void {
  const shown = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    const element = input.current;
    if (element === null) return;
    const isTyped =
      element === document.activeElement && shown.current !== undefined && element.value !== shown.current;
    if (!isTyped) element.value = value;
    shown.current = value;
  }, [value]);
}
