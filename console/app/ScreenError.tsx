import type { ErrorComponentProps } from '@tanstack/react-router';
import { Button } from '../parts/Button.tsx';
import { Note } from '../parts/Note.tsx';
import { ScreenHead } from '../parts/ScreenHead.tsx';

/** Shown for a screen that could not be loaded or rendered. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  return (
    <>
      <ScreenHead title="This page could not be displayed" />
      <Note tone="bad">
        Displaying a page submits nothing and moves no money. {error instanceof Error ? error.message : String(error)}
      </Note>
      <p>
        <Button onClick={reset}>Retry</Button> <Button onClick={() => location.reload()}>Reload</Button>
      </p>
    </>
  );
}
