import type { Locator, Page } from '@playwright/test';
import type { GalleryWorld } from './galleryWorld.ts';

/** One screen in one state. */
export type Scene = {
  /** Unique; also the name of its pictures. */
  readonly name: string;
  /** Describes in one line what the scene shows. */
  readonly shows: string;
  /** The route of web/routes.ts; `null` for pages outside the app. */
  readonly route: string | null;
  /** Content that appears only on wide screens. */
  readonly whenWide?: (page: Page) => Locator;
  /** Makes messages appear again, because they stay in the language in which they first appeared. */
  readonly replay?: (page: Page) => Promise<void>;
  /** Reaches the state from a new browser in English; resolves when the state is shown. */
  readonly arrive: (page: Page, world: GalleryWorld) => Promise<void>;
};

/** Returns a function that creates a scene of this route. */
export function createSceneFactory(route: string) {
  return (name: string, shows: string, arrive: Scene['arrive']): Scene => ({ name, shows, route, arrive });
}
