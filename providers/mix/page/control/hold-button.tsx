// A button for what must not happen by accident: it acts once it was held. A ring fills meanwhile.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import './hold-button.css';

export const holdMs = 600;

interface HoldButtonProps {
  readonly class?: string;
  readonly label?: string;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly onHeld: () => void;
  readonly children: ComponentChildren;
}

/** Held with a finger, or with Enter or Space. Leaving it in time does nothing. `label`: for readers of screens. */
export function HoldButton({ onHeld, disabled = false, label, pressed, children, ...rest }: HoldButtonProps) {
  const [isHolding, setHolding] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const act = useRef(onHeld);
  act.current = onHeld;
  const leave = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setHolding(false);
  };
  const begin = () => {
    if (disabled || timer.current !== undefined) return;
    setHolding(true);
    timer.current = setTimeout(() => {
      leave();
      act.current();
    }, holdMs);
  };
  useEffect(() => leave, []);
  useEffect(() => {
    if (disabled) leave();
  }, [disabled]);
  const isKey = ({ key }: KeyboardEvent) => key === 'Enter' || key === ' ';
  return (
    <button
      type="button"
      class={`hold-button ${rest.class ?? ''}`}
      disabled={disabled}
      data-holding={isHolding}
      aria-label={label}
      aria-pressed={pressed}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        begin();
      }}
      onPointerUp={leave}
      onPointerCancel={leave}
      onLostPointerCapture={leave}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!isKey(event)) return;
        event.preventDefault();
        if (!event.repeat) begin();
      }}
      onKeyUp={leave}
      onBlur={leave}
    >
      <HoldRing />
      {children}
    </button>
  );
}

function HoldRing() {
  return (
    <svg class="hold-ring" viewBox="0 0 20 20" aria-hidden="true">
      <circle cx="10" cy="10" r="7" />
      <circle cx="10" cy="10" r="7" pathLength="1" />
    </svg>
  );
}
