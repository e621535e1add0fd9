import './frame.css';
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useNowSelector } from '../api/useNow.ts';
import { ConnectionLostBanner } from '../parts/connection/ConnectionLostBanner.tsx';
import { isLost } from '../parts/connection/formatAge.ts';
import { Skeleton } from '../parts/Skeleton.tsx';
import { buildSectionPath } from './buildSectionPath.ts';
import { canReadSection } from './consoleSections.ts';
import { useFrameState } from './frameState.ts';
import { RoleNotAllowed } from './NotFoundScreen.tsx';
import { BottomBar } from './navigation/BottomBar.tsx';
import { Rail } from './navigation/Rail.tsx';
import { usePendingCounts } from './navigation/usePendingCounts.ts';
import { builtSections } from './screens.ts';
import { type ShortcutHandlers, useShortcuts } from './shortcuts/useShortcuts.ts';

/** If they fail to load, screens still work; ⌘K, toasts and the dialogs need a page reload. */
const FrameOverlays = lazy(() => import('./FrameOverlays.tsx').catch(() => ({ default: () => null })));

/** The frame around every screen. */
export function Frame() {
  const [openOverlay, setOpenOverlay] = useState<'find' | 'keys'>();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const roles = useFrameState().session?.person.roles ?? [];
  const sections = builtSections.filter((section) => canReadSection(section, roles));
  const forbidden = builtSections.find(
    (section) => pathname.split('/').includes(section.id) && !canReadSection(section, roles),
  );
  usePendingCounts();
  useShortcuts({
    find: () => setOpenOverlay((now) => (now === 'find' ? undefined : 'find')),
    allKeys: () => setOpenOverlay('keys'),
    ...(Object.fromEntries(
      sections.map(({ id }) => [`go:${id}`, () => void navigate({ to: buildSectionPath(id) })]),
    ) as ShortcutHandlers),
  });
  return (
    <FrameLayout sections={sections} onFind={() => setOpenOverlay('find')} onKeys={() => setOpenOverlay('keys')}>
      <Suspense fallback={<Skeleton rows={8} />}>{forbidden ? <RoleNotAllowed {...forbidden} /> : <Outlet />}</Suspense>
      <Suspense fallback={null}>
        <FrameOverlays sections={sections} open={openOverlay} onClose={() => setOpenOverlay(undefined)} />
      </Suspense>
    </FrameLayout>
  );
}

type FrameLayoutProps = {
  readonly sections: typeof builtSections;
  readonly onFind: () => void;
  readonly onKeys: () => void;
  readonly children: ReactNode;
};

/** The layout around a screen: rail, bottom bar, a warning while disconnected, and a band in the color of live or test. */
export function FrameLayout({ sections, onFind, onKeys, children }: FrameLayoutProps) {
  const { session, updatedAt, retry } = useFrameState();
  const isConnectionLost = useNowSelector((now) => updatedAt !== undefined && isLost(updatedAt, now));
  const kind = session?.environment.kind;
  return (
    <div className="frame" data-environment={kind}>
      <div className="band" aria-hidden="true" />
      <a className="skip-link" href="#screen">
        Skip to content
      </a>
      <Rail sections={sections} onFind={onFind} onKeys={onKeys} />
      <main id="screen" tabIndex={-1} className="screen">
        {updatedAt !== undefined && isConnectionLost && (
          <ConnectionLostBanner updatedAt={updatedAt} onRetry={retry ?? (() => location.reload())} />
        )}
        {children}
      </main>
      <BottomBar sections={sections} onFind={onFind} onKeys={onKeys} />
    </div>
  );
}
