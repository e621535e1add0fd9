import { fileURLToPath } from 'node:url';

/** Kept in the repository, because the README shows them; taken anew with all others. */
export const README_PICTURES = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url));

/** Scene and dress. */
const shown: readonly (readonly [scene: string, dress: string])[] = [
  ['edit-market', 'desktop-light-en-US'],
  ['confirm-address', 'phone-light-en-US'],
  ['enter-card-filled', 'phone-dark-en-US'],
  ['order-delivering', 'phone-light-en-US'],
];

export const readmeFiles: readonly string[] = shown.map(([scene, dress]) => fileOf(scene, dress));

/** The file in docs/pictures, or undefined for a picture that the README does not show. */
export function readmeFile(scene: string, dress: string): string | undefined {
  const file = fileOf(scene, dress);
  return readmeFiles.includes(file) ? file : undefined;
}

function fileOf(scene: string, dress: string): string {
  return `${scene}-${dress}.png`;
}
