/** Files that only tests use, and packages. */
const IGNORED_FILES = /\.test\.tsx?$|\.testing\.ts$|(^|\/)conformance\.ts$|(^|\/)(fixtures|node_modules)\//;
const SERVER_FILE = /\.(ts|json|sql|css|html)$/;

/** Returns true if a change of the file must restart the server. */
export function isServerSource(path: string): boolean {
  return SERVER_FILE.test(path) && !IGNORED_FILES.test(path);
}
