import { fileURLToPath } from 'node:url';

/** Folder of the console's pictures that are committed because the README shows them. */
export const CONSOLE_README_PICTURES_FOLDER = fileURLToPath(new URL('../../../docs/console/', import.meta.url));

/** Scene and variant (size, theme) of each picture. */
export const consoleReadmePictures: readonly (readonly [scene: string, variant: string])[] = [
  ['today', 'desktop-light'],
  ['order', 'desktop-dark'],
];

export const consoleReadmeFiles: readonly string[] = consoleReadmePictures.map(
  ([scene, variant]) => `${scene}-${variant}.png`,
);
