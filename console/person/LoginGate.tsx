import { type ReactNode, useEffect } from 'react';
import { LoadErrorNote } from '../parts/LoadErrorNote.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { LoginPage } from './LoginPage.tsx';
import { loadLoginState, useLoginState, watchSession } from './loginState.ts';

watchSession();

/** Shows the console after login. While the session is locked, the screen stays mounted below the lock, for the same person. */
export function LoginGate({ children }: { readonly children: ReactNode }) {
  const { state } = useLoginState();
  useEffect(() => void loadLoginState(), []);
  if (state === 'asking') return <Skeleton rows={6} />;
  if (state === 'unreachable')
    return (
      <main className="gate">
        <LoadErrorNote onRetry={() => void loadLoginState()}>The console server did not respond.</LoadErrorNote>
      </main>
    );
  if (state === 'out') return <LoginPage />;
  return (
    <>
      <div inert={state === 'locked'} data-locked={state === 'locked' ? '' : undefined} className="gate-screens">
        {children}
      </div>
      {state === 'locked' && <LoginPage locked />}
    </>
  );
}
