import { createSandboxClient } from '../sandboxClient.ts';
import { test as base } from '../world.ts';
import { createGalleryWorld, type GalleryWorld } from './galleryWorld.ts';

/** The run's `test` with data that the scenes of a worker share, created on first use. */
export const test = base.extend<object, { readonly gallery: GalleryWorld }>({
  gallery: [
    async ({ world: { origin, deskUrl } }, use) => use(createGalleryWorld(origin, createSandboxClient(deskUrl))),
    { scope: 'worker' },
  ],
});
