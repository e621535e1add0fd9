import { Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { Route as Matched, matchRoute, Redirect, useLocation, useRouter, useSearch } from 'wouter';
import { forgetLoginReturn, rememberLoginReturn } from '../features/session/session.ts';
import { useIsLoggedIn } from '../features/session/useIsLoggedIn.ts';
import { useLocale } from '../i18n/language.ts';
import { text } from '../i18n/text.ts';
import { HOME_PATH, notFoundRoute, type Route, routes } from '../routes.ts';
import { Edit } from '../screens/Edit.tsx';
import { Page } from '../ui/Page.tsx';
import { PageBarContext } from '../ui/pageBar.ts';
import { Toaster } from '../ui/Toaster.tsx';
import { Arrival } from './Arrival.tsx';
import { needsLogin } from './guard.ts';
import { LaterNotices } from './laterNotices.ts';
import { goesBackToEdit, previousPath, rememberPreviousPath } from './previousPath.ts';
import { ScreenFault } from './ScreenFault.tsx';

export function App() {
  // Texts are read while drawing: a change of the language draws everything again.
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
      goBack: () => (goesBackToEdit(previousPath()) ? navigate(HOME_PATH) : history.back()),
    }),
    [route, navigate],
  );
  if (path === '/') return <Redirect to={HOME_PATH + location.search} replace />;
  return (
    <>
      <Suspense>
        <NoticesOnceDrawn />
      </Suspense>
      <PageBarContext value={{ ...bar, title: route.bar.title ? text(route.bar.title) : title }}>
        <Guarded route={route} onArrive={() => announce(title)} />
      </PageBarContext>
      {/* There before anything is said in it: readers hear only what changes. */}
      <p className="unseen" aria-live="polite">
        {announced}
      </p>
      <Toaster />
    </>
  );
}

/** The drawn document has none, nor has the app until it has taken it over. */
function NoticesOnceDrawn() {
  const drawn = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  return drawn && <LaterNotices />;
}

function Guarded({ route, onArrive }: { readonly route: Route; readonly onArrive: () => void }) {
  const [path] = useLocation();
  const search = useSearch();
  const loggedIn = useIsLoggedIn();
  const mustLogIn = needsLogin(route, loggedIn);
  const wanted = search === '' ? path : `${path}?${search}`;
  // The path as it was drawn: the redirect below has changed the address before any effect of ours runs.
  useLayoutEffect(() => {
    if (mustLogIn) rememberLoginReturn(wanted);
    else if (loggedIn) forgetLoginReturn(wanted);
  }, [mustLogIn, loggedIn, wanted]);
  if (mustLogIn) return <Redirect to="/email-login" replace />;
  const { screen: Screen } = route;
  const screen = (
    <>
      <Matched path={route.path}>
        <Screen />
      </Matched>
      <Arrival onArrive={onArrive} />
    </>
  );
  // Edit comes with the app, and without a boundary: React takes what is within one over when it has nothing else to do.
  return (
    <ScreenFault key={route.path}>
      {Screen === Edit ? screen : <Suspense fallback={<Page ownHeading>{null}</Page>}>{screen}</Suspense>}
    </ScreenFault>
  );
}

/** Title, scroll position, and the address that was seen before. */
function useNavigationMemory(path: string, search: string, title: string): void {
  const last = useRef('');
  useEffect(() => {
    const product = text('operator.name');
    document.title = title ? `${title} · ${product}` : product;
  }, [title]);
  useEffect(() => {
    if (last.current !== '' && last.current.split('?')[0] !== path) {
      rememberPreviousPath(last.current);
      scrollTo(0, 0);
    }
    last.current = search === '' ? path : `${path}?${search}`;
  }, [path, search]);
}
