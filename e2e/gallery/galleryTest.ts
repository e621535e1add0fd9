import { createDesk } from '../desk.ts';
import { test as base } from '../world.ts';
import { createGalleryWorld, type GalleryWorld } from './galleryWorld.ts';

/** The run's `test` with what the scenes share; it is made anew for each worker, as the scenes ask for it. */
export const test = base.extend<object, { readonly gallery: GalleryWorld }>({
  gallery: [
    async ({ world: { origin, deskUrl } }, use) => use(createGalleryWorld(origin, createDesk(deskUrl))),
    { scope: 'worker' },
  ],
});
