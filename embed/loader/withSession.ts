/** Goes on with the session: at once where it is known, or none is used, else when it has come. */
export function withSession(
  session: string | Promise<string> | undefined,
  go: (session?: string) => void,
  fail: () => void,
): void {
  if (typeof session === 'object') session.then(go, fail);
  else go(session);
}
