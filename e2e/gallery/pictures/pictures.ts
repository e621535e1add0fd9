import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const sizes = { phone: { width: 375, height: 820 }, desktop: { width: 1280, height: 900 } } as const;

export type Size = keyof typeof sizes;

/** Folder of the pictures, which are not committed: they are large, and `npm run screens` takes them again. */
export const PICTURES = fileURLToPath(new URL('../../../docs/screens/', import.meta.url));

export function buildPicturePath(scene: string, variant: string): string {
  return join(PICTURES, scene, `${variant}.png`);
}
