let pressed = false;

/**
 * Runs `act` when no pointer is down: at once, or after the press has become a click. Otherwise a message that appears
 * on blur would move the button away from the pointer that is pressing it.
 */
export function runAfterPress(act: () => void): void {
  if (!pressed) return act();
  const listeners = new AbortController();
  const end = () => {
    listeners.abort();
    setTimeout(act);
  };
  addEventListener('pointerup', end, listeners);
  addEventListener('pointercancel', end, listeners);
}

if (typeof window !== 'undefined') {
  addEventListener('pointerdown', () => (pressed = true), true);
  for (const end of ['pointerup', 'pointercancel'] as const) addEventListener(end, () => (pressed = false), true);
}
