import { useState } from 'react';
import { text } from '../i18n/text.ts';
import { Button } from '../ui/Button.tsx';

type ContinueButtonProps = {
  /** URL where the purchase continues; null without a quote. */
  readonly url: string | null;
  /** Called with the new window, if the browser provides a handle. */
  readonly onOpened: (flow: Window | null) => void;
  readonly onBlocked: () => void;
};

/** Opens the full purchase in a new window and shows whether that worked. */
export function ContinueButton({ url, onOpened, onBlocked }: ContinueButtonProps) {
  const [outcome, setOutcome] = useState<'opened' | 'blocked' | null>(null);
  const openPurchase = () => {
    if (url === null) return;
    const { opened, flow } = openFlow(url);
    setOutcome(opened ? 'opened' : 'blocked');
    if (opened) onOpened(flow);
    else onBlocked();
  };
  const name = text('operator.name');
  return (
    <>
      <Button disabled={url === null} onClick={openPurchase}>
        {text('ui.continue')}
      </Button>
      <output className="plugin-outcome" data-failed={outcome === 'blocked' ? '' : undefined}>
        {outcome === 'blocked' && text('plugin.launch_failed', { name })}
        {outcome === 'opened' && text('plugin.launched', { name })}
      </output>
    </>
  );
}

/** Result of opening a window, with its handle if the browser provides one. */
type OpenedFlow = { readonly opened: boolean; readonly flow: Window | null };

/**
 * Opens the purchase in a new top-level window. Must be called during a click, or the browser blocks it. Nothing opens
 * if blocked, or in a frame without permission for popups. The window keeps this page, of the same origin, as its
 * opener and reports the purchase's progress to it.
 */
function openFlow(url: string): OpenedFlow {
  const wasActive = navigator.userActivation.isActive;
  const flow = window.open(url, '_blank');
  // A cross-origin-isolated site (cross-origin-opener-policy: same-origin) gets no handle, although the window opened.
  // Opening a window consumes the user activation; being blocked does not.
  return { opened: flow !== null || (wasActive && !navigator.userActivation.isActive), flow };
}
