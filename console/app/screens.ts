import { type FunctionComponent, lazy } from 'react';
import { type ConsoleSection, consoleSections } from './consoleSections.ts';
import type { SectionId } from './sectionIds.ts';

type ScreenModule = { readonly default: FunctionComponent };

/** Screens are found by file: `screens/orders/OrdersScreen.tsx`, with a component as its default export. */
const screenModules = import.meta.glob<ScreenModule>('../screens/*/*Screen.tsx');

const loaders = new Map<string, () => Promise<ScreenModule>>(
  Object.entries(screenModules).map(([path, load]) => [path.replace('../screens/', ''), load]),
);

/** The sections with a screen, in the order of the rail. */
export const builtSections: readonly ConsoleSection[] = consoleSections.filter(({ id }) =>
  loaders.has(buildScreenFileName(id)),
);

/** Returns the screen in a file, such as `today/TodayScreen.tsx`; it loads when first shown. Undefined without such a file. */
export function getScreenComponent(file: string): FunctionComponent | undefined {
  const load = loaders.get(file);
  return load && lazy(load);
}

/** Returns `today/TodayScreen.tsx`. */
export function buildScreenFileName(id: SectionId, name: string = id): string {
  return `${id}/${name.charAt(0).toUpperCase()}${name.slice(1)}Screen.tsx`;
}

/** Loads a section's screen before its link is clicked. */
export function prefetchScreen(id: SectionId): void {
  void loaders
    .get(buildScreenFileName(id))?.()
    .catch(() => undefined);
}
