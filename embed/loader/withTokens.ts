/** What the site's own server makes for one purchase; a promise is waited for. */
export type Tokens = {
  readonly session?: string | Promise<string>;
  readonly authToken?: string | Promise<string>;
};

type Given = Tokens[keyof Tokens];

const WAIT_MS = 30_000;
/** The longest that the server takes: what is longer is no token but a page, such as that of an error. */
const LONGEST = 8192;

const isPromise = (given: Given) => !!(given as Promise<string> | undefined)?.then;

/** Whether anything is still on its way. */
export function isAwaited({ session, authToken }: Tokens): boolean {
  return isPromise(session) || isPromise(authToken);
}

/**
 * Goes on with the tokens: at once where they are known, or none is used, else when they have come. Fails for a promise that
 * is rejected or takes 30 seconds, and for a token that is no text: the purchase must not begin without it.
 */
export function withTokens(tokens: Tokens, go: (session?: string, authToken?: string) => void, fail: () => void): void {
  const given = [tokens.session, tokens.authToken];
  const finish = (came: readonly Given[]) => {
    const isRight = came.every(
      (token, index) => given[index] === undefined || (typeof token === 'string' && token && token.length <= LONGEST),
    );
    if (isRight) go(...(came as string[]));
    else fail();
  };
  if (!isAwaited(tokens)) return finish(given);
  const late = new Promise<never>((_, reject) => void setTimeout(reject, WAIT_MS));
  // oxlint-disable-next-line typescript/await-thenable -- each is a text, or a promise of one
  void Promise.race([Promise.all(given), late]).then(finish, fail);
}
