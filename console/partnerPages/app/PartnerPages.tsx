import './pages.css';
import { useEffect } from 'react';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { loadSession, useSession } from '../api/session.ts';
import { JoinScreen } from '../screens/JoinScreen.tsx';
import { LoginScreen } from '../screens/LoginScreen.tsx';
import { usePath } from './navigation.tsx';
import { PagesFrame } from './PagesFrame.tsx';

/** Shows the screen of the path after login, and the login before it. */
export function PartnerPages() {
  const { state } = useSession();
  const path = usePath();
  useEffect(() => void loadSession(), []);
  if (path === 'join') return <JoinScreen />;
  if (state === 'asking') return <Skeleton rows={6} />;
  if (state === 'unreachable')
    return (
      <main className="pages-gate">
        <LoadErrorNote onRetry={() => void loadSession()}>The server did not respond.</LoadErrorNote>
      </main>
    );
  return state === 'out' ? <LoginScreen /> : <PagesFrame path={path} />;
}
