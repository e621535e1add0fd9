import { useState } from 'react';
import { text } from '../i18n/text.ts';
import { Button } from '../ui/Button.tsx';
import { openFlow } from './openFlow.ts';

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
  const goOn = () => {
    if (url === null) return;
    const { opened, flow } = openFlow(url);
    setOutcome(opened ? 'opened' : 'blocked');
    if (opened) onOpened(flow);
    else onBlocked();
  };
  const name = text('operator.name');
  return (
    <>
      <Button disabled={url === null} onClick={goOn}>
        {text('ui.continue')}
      </Button>
      <output className="plugin-outcome" data-failed={outcome === 'blocked' ? '' : undefined}>
        {outcome === 'blocked' && text('plugin.launch_failed', { name })}
        {outcome === 'opened' && text('plugin.launched', { name })}
      </output>
    </>
  );
}
