import { Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { Route as Matched, matchRoute, Redirect, useLocation, useRouter, useSearch } from 'wouter';
import { forgetLoginReturn, rememberLoginReturn } from '../features/session/session.ts';
import { useIsLoggedIn } from '../features/session/useIsLoggedIn.ts';
import { useLocale } from '../i18n/language.ts';
import { text } from '../i18n/text.ts';
import { HOME_PATH, notFoundRoute, type Route, routes } from '../routes.ts';
import { Edit } from '../screens/Edit.tsx';
import { Page } from '../ui/page/Page.tsx';
import { PageBarContext } from '../ui/page/pageBar.ts';
import { Toaster } from '../ui/Toaster.tsx';
import { getPreviousPath, rememberPreviousPath, shouldGoBackToEdit } from './getPreviousPath.ts';
import { HeadingFocus } from './HeadingFocus.tsx';
import { LaterNotices } from './laterNotices.ts';
import { needsLogin } from './needsLogin.ts';
import { ScreenFault } from './ScreenFault.tsx';

export function App() {
  // Texts are read during rendering, so a change of language renders everything again.
  useLocale();
  const [path, navigate] = useLocation();
  const { parser } = useRouter();
  const route = routes.find((candidate) => matchRoute(parser, candidate.path, path)[0]) ?? notFoundRoute;
  const search = useSearch();
  const title = route.titleNow?.(search) ?? text(route.title);
  useNavigationMemory(path, search, title);
  const [announced, announce] = useState('');
  const bar = useMemo(
    () => ({
      ...route.bar,
      closed: route.closed === true,
      goBack: () => (shouldGoBackToEdit(getPreviousPath()) ? navigate(HOME_PATH) : history.back()),
    }),
    [route, navigate],
  );
  if (path === '/') return <Redirect to={HOME_PATH + location.search} replace />;
  return (
    <>
      <Suspense>
        <NoticesAfterHydration />
      </Suspense>
      <PageBarContext value={{ ...bar, title: route.bar.title ? text(route.bar.title) : title }}>
        <LoginGuardedScreen route={route} onArrive={() => announce(title)} />
      </PageBarContext>
      {/* Rendered before it has content: screen readers announce only changes. */}
      <p className="unseen" aria-live="polite">
        {announced}
      </p>
      <Toaster />
    </>
  );
}

/** Renders the notices after hydration, because they are not part of the prerendered document. */
function NoticesAfterHydration() {
  const isHydrated = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  return isHydrated && <LaterNotices />;
}

function LoginGuardedScreen({ route, onArrive }: { readonly route: Route; readonly onArrive: () => void }) {
  const [path] = useLocation();
  const search = useSearch();
  const loggedIn = useIsLoggedIn();
  const mustLogIn = needsLogin(route, loggedIn);
  const requested = search === '' ? path : `${path}?${search}`;
  // `requested` is from this rendering: the redirect below changes the URL before this effect runs.
  useLayoutEffect(() => {
    if (mustLogIn) rememberLoginReturn(requested);
    else if (loggedIn) forgetLoginReturn(requested);
  }, [mustLogIn, loggedIn, requested]);
  if (mustLogIn) return <Redirect to="/email-login" replace />;
  const { screen: Screen } = route;
  const screen = (
    <>
      <Matched path={route.path}>
        <Screen />
      </Matched>
      <HeadingFocus onArrive={onArrive} />
    </>
  );
  // Edit is in the app's bundle and needs no Suspense boundary. React would hydrate the content of a boundary only when idle.
  return (
    <ScreenFault key={route.path}>
      {Screen === Edit ? screen : <Suspense fallback={<Page ownHeading>{null}</Page>}>{screen}</Suspense>}
    </ScreenFault>
  );
}

/** Sets the document's title. After a change of the path, also scrolls to the top and stores the previous path. */
function useNavigationMemory(path: string, search: string, title: string): void {
  const last = useRef('');
  useEffect(() => {
    document.title = title || text('operator.name');
  }, [title]);
  useEffect(() => {
    if (last.current !== '' && last.current.split('?')[0] !== path) {
      rememberPreviousPath(last.current);
      scrollTo(0, 0);
    }
    last.current = search === '' ? path : `${path}?${search}`;
  }, [path, search]);
}
