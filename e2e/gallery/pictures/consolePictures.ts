import { fileURLToPath } from 'node:url';

/** Kept in the repository, because the README shows them. */
export const README_CONSOLE = fileURLToPath(new URL('../../../docs/console/', import.meta.url));

const shown: readonly string[] = ['today-desktop-light.png', 'order-desktop-dark.png'];

export function consoleReadmeFile(file: string): boolean {
  return shown.includes(file);
}
