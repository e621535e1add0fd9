import { createHmac } from 'node:crypto';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  clockSkew,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import type { SignOnAccount } from '../../platform/persons/personRegistry.ts';

/** The operator's identity provider, by OpenID Connect 1.0 with an authorization code and PKCE. */
export type SignOnProvider = {
  readonly issuer: string;
  /** Name of the provider, shown on the login page. */
  readonly name: string;
  /** Returns the URL where the browser logs in. Throws {@link SignOnFault}. */
  createAuthorizationUrl(secret: string): Promise<string>;
  /**
   * Returns the account that an answer to {@link createAuthorizationUrl} is about, from a verified ID token. Throws
   * {@link SignOnFault} unless the person has logged in since `startedAt`.
   */
  verifyAnswer(answer: string, visit: SignOnVisit): Promise<SignOnAccount>;
};

export type SignOnVisit = {
  /** Known only to the browser; binds the start and the completion of the sign-on to that browser. */
  readonly secret: string;
  readonly startedAt: Date;
  readonly now: Date;
};

export type SignOnSettings = {
  readonly issuer: string;
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Redirect URI, exactly as registered at the provider. */
  readonly redirectUrl: string;
  /** Allows `http:`. For the sandbox only. */
  readonly insecure: boolean;
};

/** `away`: the provider did not answer, or answered with a status of 500 and above. `refused`: its answer is not accepted. */
export class SignOnFault extends Error {
  override name = 'SignOnFault';
  readonly kind: 'away' | 'refused';

  constructor(kind: 'away' | 'refused', cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.kind = kind;
  }
}

const TIMEOUT_SECONDS = 10;

/** Returns a provider that fetches its metadata for each exchange: sign-ons are rare, and changes apply at once. */
export function createOpenIdProvider(settings: SignOnSettings): SignOnProvider {
  const { issuer, name, clientId, clientSecret, redirectUrl, insecure } = settings;
  /** Runs one exchange; `exchange` gets the `fetch` that detects whether the provider is away. */
  async function withProvider<Value>(exchange: (fetchOnce: CustomFetch) => Promise<Value>): Promise<Value> {
    let isAway = false;
    const fetchOnce: CustomFetch = async (url, options) => {
      isAway = true;
      const answer = await fetch(url, options as RequestInit);
      isAway = answer.status >= 500;
      return answer;
    };
    try {
      return await exchange(fetchOnce);
    } catch (error) {
      throw new SignOnFault(isAway ? 'away' : 'refused', error);
    }
  }

  const execute = [...(insecure ? [allowInsecureRequests] : []), enableNonRepudiationChecks];

  async function configure(fetchOnce: CustomFetch, now: Date): Promise<Configuration> {
    const options = { [customFetch]: fetchOnce, timeout: TIMEOUT_SECONDS, execute };
    const server = (await discovery(new URL(issuer), clientId, undefined, undefined, options)).serverMetadata();
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authenticate = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost;
    const metadata = { [clockSkew]: (now.getTime() - Date.now()) / 1000 };
    const configuration = new Configuration(server, clientId, metadata, authenticate(clientSecret));
    configuration[customFetch] = fetchOnce;
    configuration.timeout = TIMEOUT_SECONDS;
    for (const apply of execute) apply(configuration);
    return configuration;
  }

  return {
    issuer,
    name,
    createAuthorizationUrl: (secret) =>
      withProvider(async (fetchOnce) => {
        const { state, nonce, codeVerifier } = deriveParameters(secret);
        return buildAuthorizationUrl(await configure(fetchOnce, new Date()), {
          redirect_uri: redirectUrl,
          scope: 'openid',
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
          // An existing session at the provider must not open a console that was logged out or locked.
          prompt: 'login',
          max_age: '0',
        }).href;
      }),
    verifyAnswer: (answer, { secret, startedAt, now }) =>
      withProvider(async (fetchOnce) => {
        const { state, nonce, codeVerifier } = deriveParameters(secret);
        const url = new URL(redirectUrl);
        url.search = answer;
        const tokens = await authorizationCodeGrant(await configure(fetchOnce, now), url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          maxAge: Math.ceil((now.getTime() - startedAt.getTime()) / 1000),
        });
        const claims = tokens.claims();
        // The library accepts any tenant of a provider whose issuer is a template.
        if (claims?.iss !== issuer) throw new Error('the ID token is of another issuer');
        return { issuer, subject: claims.sub };
      }),
  };
}

/**
 * Derives state, nonce and code verifier from the secret: only the browser that has the secret can answer, and none of them is
 * stored.
 */
function deriveParameters(secret: string) {
  const derive = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('base64url');
  return { state: derive('state'), nonce: derive('nonce'), codeVerifier: derive('code verifier') };
}
