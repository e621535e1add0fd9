import { useState } from 'react';
import { createConnectionError } from '../api/callError.ts';
import { useRetryOnReconnect } from '../api/useRetryOnReconnect.ts';
import { text } from '../i18n/text.ts';
import { Button } from '../ui/Button.tsx';
import { TroublePage } from '../ui/page/TroublePage.tsx';

type ScreenNotLoadedProps = {
  readonly reload?: () => void;
  /** The app is complete, but the server did not answer a request that the first screen needs. */
  readonly unanswered?: boolean;
};

/**
 * Shown if a part of the app failed to load, or the first screen got no answer (`unanswered`). A button reloads the page;
 * if the browser is offline, the page also reloads by itself once the connection is back. A part that fails to load online
 * is most likely missing because the server has a newer version.
 */
export function ScreenNotLoaded({ reload = () => location.reload(), unanswered = false }: ScreenNotLoadedProps) {
  const [offline] = useState(!navigator.onLine);
  useRetryOnReconnect(offline ? createConnectionError() : null, reload);
  const isOutdated = !offline && !unanswered;
  return (
    <TroublePage
      title={text(isOutdated ? 'trouble.fault' : 'title.no_respond')}
      message={text(isOutdated ? 'trouble.outdated' : 'trouble.no_respond')}
      meaning={text('trouble.order_goes_on')}
      acts={<Button onClick={reload}>{text(isOutdated ? 'trouble.update' : 'ui.reload')}</Button>}
    />
  );
}
