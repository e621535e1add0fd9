import { createHash, randomBytes } from 'node:crypto';
import fastify, { type FastifyRequest } from 'fastify';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { z } from 'zod';
import { html } from '../desk/html.ts';
import { LOGO, sendPage } from '../desk/sendPage.ts';
import { credentials } from '../world/credentials.ts';
import { installTransportFaults } from '../world/faults.ts';
import type { StandIn, World } from '../world/standIn.ts';

type Claims = Readonly<Record<string, string | number>>;

/** Modifications that simulate a dishonest or broken provider, or an attacker between the provider and the browser. */
export type Tampering = {
  readonly claims?: (claims: Claims) => Claims;
  /** `other`: a key that is not published; `none`: no signature (`alg` is `none`). */
  readonly key?: 'other' | 'none';
  /** Changes the query with which the browser returns. */
  readonly answer?: (query: URLSearchParams) => void;
};

export type IdentityProviderStandIn = StandIn & {
  tamper(tampering: Tampering): void;
};

/** Authorization request of the only client, with PKCE (RFC 7636, S256); accepts any port of the console. */
const authorizeSchema = z.object({
  response_type: z.literal('code'),
  client_id: z.literal(credentials.identityProvider.clientId),
  redirect_uri: z.string().regex(/^https?:\/\/[\w.]+(:\d+)?\/console\/signed-on$/),
  scope: z.literal('openid'),
  state: z.string().min(1),
  nonce: z.string().min(1),
  code_challenge: z.string().min(1),
  code_challenge_method: z.literal('S256'),
});
type Authorization = z.infer<typeof authorizeSchema>;

const tokenSchema = z.object({
  grant_type: z.literal('authorization_code'),
  code: z.string(),
  redirect_uri: z.string(),
  code_verifier: z.string(),
});

type Grant = Authorization & { readonly subject: string; readonly authenticatedAt: number };

const KEY_ID = 'sandbox';
const LIFETIME_SECONDS = 300;

/**
 * Starts a provider for the part of OpenID Connect Core 1.0 and Discovery 1.0 that the product uses. Its page asks for the
 * name of an account but no password. Port 0 takes any free one.
 */
export async function startIdentityProvider(
  world: Pick<World, 'clock' | 'faults'>,
  port: number,
): Promise<IdentityProviderStandIn> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const other = await generateKeyPair('RS256');
  const grants = new Map<string, Grant>();
  const signedIn: string[] = [];
  let tampering: Tampering = {};
  let issuer = '';
  const nowSeconds = () => Math.floor(world.clock.now().getTime() / 1000);

  const app = fastify({ logger: false, forceCloseConnections: true });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  installTransportFaults(app, 'identityProvider', world.faults);

  app.get('/.well-known/openid-configuration', async () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }));
  app.get('/jwks', async () => ({
    keys: [{ ...(await exportJWK(publicKey)), kid: KEY_ID, use: 'sig', alg: 'RS256' }],
  }));

  app.get('/authorize', async (request, reply) => {
    const parsed = authorizeSchema.safeParse(request.query);
    if (!parsed.success) return reply.code(400).send({ error: 'invalid_request' });
    const body = html`<header class="bar">${LOGO}<p>Example ID</p></header><main class="narrow">
<h1>Log in</h1><p class="lede">A stand-in for your identity provider: any account is let in.</p>
<form method="post" action="/authorize">
${Object.entries(parsed.data).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p><label>Account <input name="subject" value="anna" required></label></p>
<p><button>Log in</button> <button name="cancel" value="1">Cancel</button></p></form></main>`;
    return sendPage(reply, { title: 'Log in', body });
  });

  app.post('/authorize', async (request, reply) => {
    const parsed = authorizeSchema
      .extend({ subject: z.string().min(1), cancel: z.string().optional() })
      .safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ error: 'invalid_request' });
    const { redirect_uri, state, cancel } = parsed.data;
    const query = new URLSearchParams({ state, iss: issuer });
    if (cancel !== undefined) query.set('error', 'access_denied');
    else {
      const code = randomBytes(24).toString('base64url');
      grants.set(code, { ...parsed.data, authenticatedAt: nowSeconds() });
      query.set('code', code);
    }
    tampering.answer?.(query);
    return reply.redirect(`${redirect_uri}?${query.toString()}`, 303);
  });

  app.post('/token', async (request, reply) => {
    const parsed = tokenSchema.safeParse(request.body);
    if (!isClientAuthenticated(request)) return reply.code(401).send({ error: 'invalid_client' });
    if (!parsed.success) return reply.code(400).send({ error: 'invalid_request' });
    const { code, redirect_uri, code_verifier } = parsed.data;
    const grant = grants.get(code);
    grants.delete(code);
    const challenge = createHash('sha256').update(code_verifier).digest('base64url');
    if (grant?.redirect_uri !== redirect_uri || grant.code_challenge !== challenge)
      return reply.code(400).send({ error: 'invalid_grant' });
    signedIn.push(grant.subject);
    const id_token = await createIdToken(grant);
    return reply
      .header('cache-control', 'no-store')
      .send({ access_token: randomBytes(24).toString('base64url'), token_type: 'Bearer', expires_in: 60, id_token });
  });

  async function createIdToken({ subject, nonce, authenticatedAt }: Grant): Promise<string> {
    const now = nowSeconds();
    const validClaims = {
      iss: issuer,
      sub: subject,
      aud: credentials.identityProvider.clientId,
      nonce,
      iat: now,
      exp: now + LIFETIME_SECONDS,
      auth_time: authenticatedAt,
    };
    const claims = tampering.claims?.(validClaims) ?? validClaims;
    if (tampering.key === 'none') return new UnsecuredJWT(claims).encode();
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: KEY_ID })
      .sign(tampering.key === 'other' ? other.privateKey : privateKey);
  }

  const bound = await app.listen({ host: '127.0.0.1', port });
  issuer = `http://localhost:${new URL(bound).port}`;
  return {
    name: 'identityProvider',
    url: issuer,
    books: () => ({ signedIn }),
    tamper(change) {
      tampering = change;
    },
    stop: () => app.close(),
  };
}

/** Returns true if the client is authenticated (RFC 6749, section 2.3.1). Both halves of the credentials are form-encoded. */
function isClientAuthenticated({ headers }: FastifyRequest): boolean {
  const { clientId, clientSecret } = credentials.identityProvider;
  const [scheme, given = ''] = (headers.authorization ?? '').split(' ');
  const [id, secret] = Buffer.from(given, 'base64').toString().split(':').map(decodeURIComponent);
  return scheme === 'Basic' && id === clientId && secret === clientSecret;
}
