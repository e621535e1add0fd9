import { createDesk } from '../desk.ts';
import { test as base, WORLD_VARIABLES } from '../world.ts';
import { createGalleryWorld, type GalleryWorld } from './galleryWorld.ts';

/** The run's `test` with what the scenes share; it is made anew for each worker, as the scenes ask for it. */
export const test = base.extend<object, { readonly gallery: GalleryWorld }>({
  gallery: [
    async ({}, use) =>
      use(
        createGalleryWorld(
          process.env[WORLD_VARIABLES.origin] ?? '',
          createDesk(process.env[WORLD_VARIABLES.deskUrl] ?? ''),
        ),
      ),
    { scope: 'worker' },
  ],
});
