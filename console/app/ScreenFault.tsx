import type { ErrorComponentProps } from '@tanstack/react-router';
import { Button } from '../parts/Button.tsx';
import { Note } from '../parts/Note.tsx';
import { ScreenHead } from '../parts/ScreenHead.tsx';

/** A screen that could not be fetched or drawn. */
export function ScreenFault({ error, reset }: ErrorComponentProps) {
  return (
    <>
      <ScreenHead title="This screen could not be shown" />
      <Note tone="bad">
        Nothing was sent, and no money was moved by this. {error instanceof Error ? error.message : String(error)}
      </Note>
      <p>
        <Button onClick={reset}>Try again</Button>{' '}
        <Button onClick={() => location.reload()}>Load the console anew</Button>
      </p>
    </>
  );
}
