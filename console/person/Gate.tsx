import { type ReactNode, useEffect } from 'react';
import { Failed } from '../parts/Failed.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { Enter } from './Enter.tsx';
import { begin, useEntered, watchSession } from './entered.ts';

watchSession();

/** Lets in whoever has shown who they are. What was on screen stays behind a lock, for whoever left it. */
export function Gate({ children }: { readonly children: ReactNode }) {
  const { state } = useEntered();
  useEffect(() => void begin(), []);
  if (state === 'asking') return <Skeleton rows={6} />;
  if (state === 'unreachable')
    return (
      <main className="gate">
        <Failed onAskAgain={() => void begin()}>The console’s server did not answer.</Failed>
      </main>
    );
  if (state === 'out') return <Enter />;
  return (
    <>
      <div inert={state === 'locked'} data-locked={state === 'locked' ? '' : undefined} className="gate-screens">
        {children}
      </div>
      {state === 'locked' && <Enter locked />}
    </>
  );
}
