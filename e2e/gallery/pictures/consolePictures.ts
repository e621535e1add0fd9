import { fileURLToPath } from 'node:url';

/** Folder of the console's pictures, which are committed because the README shows them. */
export const README_CONSOLE = fileURLToPath(new URL('../../../docs/console/', import.meta.url));

const readmeFileNames: readonly string[] = ['today-desktop-light.png', 'order-desktop-dark.png'];

export function isConsoleReadmeFile(file: string): boolean {
  return readmeFileNames.includes(file);
}
