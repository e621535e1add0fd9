import { statSync } from 'node:fs';
import { extname, join } from 'node:path';

/** What Vite serves from nowhere in the folder: its own modules, other packages, and the pictures of brands. */
const VITES_OWN = /^\/(?:@|node_modules\/|images\/)/;

/** Whether a path is a file of the web app's sources; everything else is the server's to answer, documents too. */
export function isSourcePath(webFolder: string, url: string): boolean {
  const path = decoded(url.split(/[?#]/, 1)[0] ?? '');
  if (VITES_OWN.test(path)) return true;
  const ending = extname(path);
  if (ending === '' || ending === '.html' || path.includes('..')) return false;
  return [webFolder, join(webFolder, 'public')].some((folder) =>
    statSync(join(folder, path), { throwIfNoEntry: false })?.isFile(),
  );
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
