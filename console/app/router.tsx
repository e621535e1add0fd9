import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { Beginning } from './Beginning.tsx';
import { Frame } from './Frame.tsx';
import { NoScreen } from './NoScreen.tsx';
import type { PlaceId } from './placeIds.ts';
import { ScreenFault } from './ScreenFault.tsx';
import { screenFile, screenOf } from './screens.ts';
import { parseSearch, readSearch, writeSearch } from './search.ts';

const rootRoute = createRootRoute({
  component: Frame,
  notFoundComponent: NoScreen,
  errorComponent: ScreenFault,
  validateSearch: readSearch,
});

const indexRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: Beginning });

/** A screen by its place; `name` where a place has several files: `orders/OrderScreen.tsx`. */
function screen<Path extends string>(path: Path, place: PlaceId, name?: string) {
  const file = screenFile(place, name);
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: screenOf(file) ?? NoScreen,
    validateSearch: readSearch,
  });
}

/** Every address of the console. What is in braces may be absent. */
const routes = [
  indexRoute,
  screen('/today', 'today'),
  screen('/mentions', 'today', 'mentions'),
  screen('/reviews/{-$id}', 'reviews'),
  screen('/orders', 'orders'),
  screen('/orders/$no/{-$tab}', 'orders', 'order'),
  screen('/buyers', 'buyers'),
  screen('/buyers/$id', 'buyers', 'buyer'),
  screen('/treasury/{-$part}/{-$id}', 'treasury'),
  screen('/reconciliation/{-$place}', 'reconciliation'),
  screen('/catalog/{-$kind}/{-$key}', 'catalog'),
  screen('/providers/{-$id}', 'providers'),
  screen('/partners/{-$id}/{-$tab}', 'partners'),
  screen('/reports/{-$name}', 'reports'),
  screen('/people/{-$part}', 'people'),
] as const;

export const router = createRouter({
  routeTree: rootRoute.addChildren(routes),
  basepath: '/console',
  parseSearch,
  stringifySearch: writeSearch,
  scrollRestoration: true,
  defaultPreload: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
