import { useState } from 'react';
import { connectionLost } from '../api/callError.ts';
import { useAskAgain } from '../api/useAskAgain.ts';
import { text } from '../i18n/text.ts';
import { Button } from '../ui/Button.tsx';
import { TroublePage } from '../ui/TroublePage.tsx';

type ScreenNotLoadedProps = {
  readonly reload?: () => void;
  /** The app is whole, but the server did not answer what the first screen needs. */
  readonly unanswered?: boolean;
};

/**
 * A part of the app did not come. With a network the server most likely has a newer version, and that part no longer: the
 * buyer's press loads the page again. Without one the page does so by itself as soon as the connection is back.
 */
export function ScreenNotLoaded({ reload = () => location.reload(), unanswered = false }: ScreenNotLoadedProps) {
  const [offline] = useState(!navigator.onLine);
  useAskAgain(offline ? connectionLost() : null, reload);
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
