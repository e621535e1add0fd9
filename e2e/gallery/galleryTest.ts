import { createSandboxClient } from '../sandboxClient.ts';
import { test as base } from '../world.ts';
import { createGalleryWorld, type GalleryWorld } from './galleryWorld.ts';

/** The world's `test` with the data that the scenes of a worker share. */
export const test = base.extend<object, { readonly gallery: GalleryWorld }>({
  gallery: [
    async ({ world: { origin, deskUrl } }, use) => use(createGalleryWorld(origin, createSandboxClient(deskUrl))),
    { scope: 'worker' },
  ],
});
