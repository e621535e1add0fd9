import { type FunctionComponent, lazy } from 'react';
import type { PlaceId } from './placeIds.ts';
import { type Place, places } from './places.ts';

type ScreenModule = { readonly default: FunctionComponent };

/** A screen is there once its file is: `screens/orders/OrdersScreen.tsx`, with a component as its default export. */
const files = import.meta.glob<ScreenModule>('../screens/*/*Screen.tsx');

const loaders = new Map<string, () => Promise<ScreenModule>>(
  Object.entries(files).map(([path, load]) => [path.replace('../screens/', ''), load]),
);

/** The places that have a screen, in the order of the rail. */
export const builtPlaces: readonly Place[] = places.filter(({ id }) => loaders.has(screenFile(id)));

/** A place's screen, fetched when it is first shown. */
export function screenOf(file: string): FunctionComponent | undefined {
  const load = loaders.get(file);
  return load && lazy(load);
}

/** `today/TodayScreen.tsx`. */
export function screenFile(id: PlaceId, name: string = id): string {
  return `${id}/${name.charAt(0).toUpperCase()}${name.slice(1)}Screen.tsx`;
}

/** Begins to fetch it before it is asked for: a pointer is over its link. */
export function prefetchScreen(id: PlaceId): void {
  void loaders
    .get(screenFile(id))?.()
    .catch(() => undefined);
}
