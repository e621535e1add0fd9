import { useRef, useSyncExternalStore } from 'react';
import { Button } from '../parts/Button.tsx';
import { Dialog } from '../parts/overlays/Dialog.tsx';
import { formatClockTime } from '../parts/time/formatUtcTime.ts';
import { getPendingConfirmation, subscribeToConfirmation } from './staleDataConfirmation.ts';

/**
 * The confirmation before an action while the server is unreachable. Mounted once per page, loaded before the connection is
 * lost.
 */
export function StaleDataDialog() {
  const question = useSyncExternalStore(subscribeToConfirmation, getPendingConfirmation);
  const cancelButton = useRef<HTMLButtonElement>(null);
  if (!question) return null;
  const { updatedAt, answer } = question;
  return (
    <Dialog
      open
      onClose={() => answer(false)}
      title="Continue with data that may be out of date?"
      description={`The last update from the server was at ${formatClockTime(new Date(updatedAt), true)}. Someone may have decided this since. Nothing is signed yet.`}
      initialFocus={cancelButton}
      acts={
        <>
          <Button onClick={() => answer(true)}>Sign anyway</Button>
          <Button ref={cancelButton} onClick={() => answer(false)}>
            Not now
          </Button>
        </>
      }
    />
  );
}
