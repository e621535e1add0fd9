/** Files that only tests use, whose change does not restart the server. */
const IGNORED_FILES = /\.test\.tsx?$|\.testing\.ts$|(^|\/)conformance\.ts$|(^|\/)(fixtures|node_modules)\//;
const SERVER_FILE = /\.(ts|json|sql|css|html)$/;

/** Returns true if the server reads the file. */
export function isServerSource(path: string): boolean {
  return SERVER_FILE.test(path) && !IGNORED_FILES.test(path);
}
