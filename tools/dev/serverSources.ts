/** What tests alone use, and what editors leave beside a file, is no reason to start the server again. */
const TESTS = /\.test\.tsx?$|\.testing\.ts$|(^|\/)conformance\.ts$|(^|\/)(fixtures|node_modules)\//;
const READ_BY_SERVER = /\.(ts|json|sql|css|html)$/;

/** Whether the server reads a file of the folders that it is made of. */
export function isServerSource(path: string): boolean {
  return READ_BY_SERVER.test(path) && !TESTS.test(path);
}
