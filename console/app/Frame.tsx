import './frame.css';
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useNowAs } from '../api/useNow.ts';
import { isLost } from '../parts/ageWords.ts';
import { LostLine } from '../parts/LostLine.tsx';
import { Skeleton } from '../parts/Skeleton.tsx';
import { BottomBar } from './BottomBar.tsx';
import { useFrame } from './frameState.ts';
import { NotForRole } from './NoScreen.tsx';
import { placePath } from './placePath.ts';
import { mayRead } from './places.ts';
import { Rail } from './Rail.tsx';
import { builtPlaces } from './screens.ts';
import { type KeyHandlers, useKeys } from './useKeys.ts';
import { useWaiting } from './useWaiting.ts';

/** Without it, acts and screens go on: whoever presses ⌘K loads the page anew. */
const Over = lazy(() => import('./Over.tsx').catch(() => ({ default: () => null })));

/** What stands around every screen. */
export function Frame() {
  const [over, setOver] = useState<'find' | 'keys'>();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const roles = useFrame().session?.person.roles ?? [];
  const places = builtPlaces.filter((place) => mayRead(place, roles));
  const forbidden = builtPlaces.find((place) => pathname.split('/').includes(place.id) && !mayRead(place, roles));
  useWaiting();
  useKeys({
    find: () => setOver((now) => (now === 'find' ? undefined : 'find')),
    allKeys: () => setOver('keys'),
    ...(Object.fromEntries(
      places.map(({ id }) => [`go:${id}`, () => void navigate({ to: placePath(id) })]),
    ) as KeyHandlers),
  });
  return (
    <FrameAround places={places} onFind={() => setOver('find')} onKeys={() => setOver('keys')}>
      <Suspense fallback={<Skeleton rows={8} />}>{forbidden ? <NotForRole {...forbidden} /> : <Outlet />}</Suspense>
      <Suspense fallback={null}>
        <Over places={places} open={over} onClose={() => setOver(undefined)} />
      </Suspense>
    </FrameAround>
  );
}

type FrameAroundProps = {
  readonly places: typeof builtPlaces;
  readonly onFind: () => void;
  readonly onKeys: () => void;
  readonly children: ReactNode;
};

/** Rail, band and bar; the waterline of live and the dry dock of test are never alike. */
export function FrameAround({ places, onFind, onKeys, children }: FrameAroundProps) {
  const { session, heardAt, askAgain } = useFrame();
  const lost = useNowAs((now) => heardAt !== undefined && isLost(heardAt, now));
  const kind = session?.environment.kind;
  return (
    <div className="frame" data-environment={kind}>
      <div className="band" aria-hidden="true" />
      <a className="frame-skip" href="#screen">
        To the screen
      </a>
      <Rail places={places} onFind={onFind} onKeys={onKeys} />
      <main id="screen" tabIndex={-1} className="screen">
        {heardAt !== undefined && lost && (
          <LostLine heardAt={heardAt} onAskAgain={askAgain ?? (() => location.reload())} />
        )}
        {children}
      </main>
      <BottomBar places={places} onFind={onFind} onKeys={onKeys} />
    </div>
  );
}
