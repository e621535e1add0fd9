import type { Locator, Page } from '@playwright/test';
import type { GalleryWorld } from './galleryWorld.ts';

/** One screen in one state, as a buyer comes upon it. */
export type Scene = {
  /** Unlike any other; also the name of its pictures. */
  readonly name: string;
  /** What is to be seen, in a line. */
  readonly shows: string;
  /** The route of web/routes.ts that it belongs to; `null` for pages outside the app. */
  readonly route: string | null;
  /** What comes by itself once the screen is wide. */
  readonly whenWide?: (page: Page) => Locator;
  /** What was said once and stays in the language of then: said again in another one. */
  readonly sayAgain?: (page: Page) => Promise<void>;
  /** From an empty browser that speaks English to the state, which is there when this resolves. */
  readonly arrive: (page: Page, world: GalleryWorld) => Promise<void>;
};
