import { fileURLToPath } from 'node:url';

/** Folder of the pictures that are committed because the README shows them. */
export const README_PICTURES = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url));

/** Scene and variant (size, theme, language) of each picture. */
export const readmePictures: readonly (readonly [scene: string, variant: string])[] = [
  ['edit-market', 'desktop-light-en-US'],
  ['confirm-address', 'phone-light-en-US'],
  ['enter-card-filled', 'phone-dark-en-US'],
  ['order-delivering', 'phone-light-en-US'],
];

export const readmeFiles: readonly string[] = readmePictures.map(([scene, variant]) => buildFileName(scene, variant));

/** Returns the picture's file name in docs/pictures, or undefined if the README does not show the picture. */
export function findReadmeFile(scene: string, variant: string): string | undefined {
  const file = buildFileName(scene, variant);
  return readmeFiles.includes(file) ? file : undefined;
}

function buildFileName(scene: string, variant: string): string {
  return `${scene}-${variant}.png`;
}
