/** Tokens that the site's own server creates for one purchase; a promise is awaited. */
export type Tokens = {
  readonly session?: string | Promise<string>;
  readonly authToken?: string | Promise<string>;
};

type GivenToken = Tokens[keyof Tokens];

const TOKEN_TIMEOUT_MS = 30_000;
/** Longest token that the server accepts: a longer value is not a token but a page, such as an error page. */
const MAX_TOKEN_LENGTH = 8192;

const isPromise = (given: GivenToken) => !!(given as Promise<string> | undefined)?.then;

/** Returns true if a token is a promise. */
export function hasPromisedToken({ session, authToken }: Tokens): boolean {
  return isPromise(session) || isPromise(authToken);
}

/**
 * Calls `onTokens` with the tokens: immediately if they are known or unused, otherwise when they have resolved. Calls
 * `onFailure` for a promise that is rejected or takes 30 seconds, and for a token that is empty, too long or not a string: the
 * purchase must not begin without it.
 */
export function withTokens(
  tokens: Tokens,
  onTokens: (session?: string, authToken?: string) => void,
  onFailure: () => void,
): void {
  const given = [tokens.session, tokens.authToken];
  const finish = (resolved: readonly GivenToken[]) => {
    const isValid = resolved.every(
      (token, index) =>
        given[index] === undefined || (typeof token === 'string' && token && token.length <= MAX_TOKEN_LENGTH),
    );
    if (isValid) onTokens(...(resolved as string[]));
    else onFailure();
  };
  if (!hasPromisedToken(tokens)) return finish(given);
  const timeout = new Promise<never>((_, reject) => void setTimeout(reject, TOKEN_TIMEOUT_MS));
  // oxlint-disable-next-line typescript/await-thenable -- each is a text, or a promise of one
  void Promise.race([Promise.all(given), timeout]).then(finish, onFailure);
}
