import { statSync } from 'node:fs';
import { extname, join } from 'node:path';

/** Paths that Vite serves from outside the folder: its own modules, other packages and brand pictures. */
const VITE_PATH = /^\/(?:@|node_modules\/|images\/)/;

/** Returns true if Vite serves the path: a source file or {@link VITE_PATH}. The server serves all else, also documents. */
export function isSourcePath(webFolder: string, url: string): boolean {
  const path = decodePath(url.split(/[?#]/, 1)[0] ?? '');
  if (VITE_PATH.test(path)) return true;
  const ending = extname(path);
  if (ending === '' || ending === '.html' || path.includes('..')) return false;
  return [webFolder, join(webFolder, 'public')].some((folder) =>
    statSync(join(folder, path), { throwIfNoEntry: false })?.isFile(),
  );
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
