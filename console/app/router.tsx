import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { Frame } from './Frame.tsx';
import { NotFoundScreen } from './NotFoundScreen.tsx';
import { ScreenError } from './ScreenError.tsx';
import { StartRedirect } from './StartRedirect.tsx';
import { buildScreenFileName, getScreenComponent } from './screens.ts';
import { formatSearchParams, parseSearchParams, readRouteSearch } from './searchParams.ts';
import type { SectionId } from './sectionIds.ts';

const rootRoute = createRootRoute({
  component: Frame,
  notFoundComponent: NotFoundScreen,
  errorComponent: ScreenError,
  validateSearch: readRouteSearch,
});

const indexRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: StartRedirect });

/** Returns a section's route; `name` selects one of several files: `orders/OrderScreen.tsx`. */
function createScreenRoute<Path extends string>(path: Path, section: SectionId, name?: string) {
  const file = buildScreenFileName(section, name);
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: getScreenComponent(file) ?? NotFoundScreen,
    validateSearch: readRouteSearch,
  });
}

/** Every route of the console. Parts in braces are optional. */
const routes = [
  indexRoute,
  createScreenRoute('/today', 'today'),
  createScreenRoute('/mentions', 'today', 'mentions'),
  createScreenRoute('/reviews/{-$id}', 'reviews'),
  createScreenRoute('/orders', 'orders'),
  createScreenRoute('/orders/$no/{-$tab}', 'orders', 'order'),
  createScreenRoute('/buyers', 'buyers'),
  createScreenRoute('/buyers/log-ins', 'buyers', 'logIns'),
  createScreenRoute('/buyers/$id', 'buyers', 'buyer'),
  createScreenRoute('/treasury/{-$part}/{-$id}', 'treasury'),
  createScreenRoute('/reconciliation/{-$place}', 'reconciliation'),
  createScreenRoute('/catalog/{-$kind}/{-$key}', 'catalog'),
  createScreenRoute('/providers/{-$id}', 'providers'),
  createScreenRoute('/partners/{-$id}/{-$tab}', 'partners'),
  createScreenRoute('/reports/{-$name}', 'reports'),
  createScreenRoute('/people/{-$part}', 'people'),
] as const;

export const router = createRouter({
  routeTree: rootRoute.addChildren(routes),
  basepath: '/console',
  parseSearch: parseSearchParams,
  stringifySearch: formatSearchParams,
  scrollRestoration: true,
  defaultPreload: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
