import { fileURLToPath } from 'node:url';

/** Committed, because the README shows them; retaken together with all others. */
export const README_PICTURES = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url));

/** Scene and variant (size, theme, language) of each picture. */
const readmePictures: readonly (readonly [scene: string, dress: string])[] = [
  ['edit-market', 'desktop-light-en-US'],
  ['confirm-address', 'phone-light-en-US'],
  ['enter-card-filled', 'phone-dark-en-US'],
  ['order-delivering', 'phone-light-en-US'],
];

export const readmeFiles: readonly string[] = readmePictures.map(([scene, dress]) => buildFileName(scene, dress));

/** Returns the file name in docs/pictures, or undefined for a picture that the README does not show. */
export function findReadmeFile(scene: string, dress: string): string | undefined {
  const file = buildFileName(scene, dress);
  return readmeFiles.includes(file) ? file : undefined;
}

function buildFileName(scene: string, dress: string): string {
  return `${scene}-${dress}.png`;
}
