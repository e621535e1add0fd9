import { held, inapplicable, open, type Verdicts } from '../verdict.ts';

const NO_PASSWORDS = 'there are no passwords: buyers log in with a code or a passkey, and staff and partners use keys';
const SIGN_ON = 'server/console/signOn/signOn.test.ts';
const NO_OAUTH =
  'Slipway is neither an authorization server nor a resource server; only the console is a client, of OpenID Connect';

const passwords = Object.fromEntries(
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((number) => [`V6.2.${number}`, inapplicable(NO_PASSWORDS)]),
);

/** The number of requirements in each section of V10 (OAuth and OpenID Connect). */
const OAUTH_SECTIONS: Readonly<Record<string, number>> = { '1': 2, '2': 2, '3': 4, '4': 11, '5': 5, '6': 2, '7': 3 };
const oauth = Object.fromEntries(
  Object.entries(OAUTH_SECTIONS).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => [`V10.${section}.${index + 1}`, inapplicable(NO_OAUTH)] as const),
  ),
);

/** Requirements of V10 that apply to the console as a client of OpenID Connect; they replace the verdicts of `oauth`. */
const clientOfProvider: Verdicts = {
  'V10.1.1': held(
    'tokens stay in the process: none is stored or sent to the browser',
    `${SIGN_ON} › opens a session with the person’s rights, and actions still need a signature`,
  ),
  'V10.1.2': held(
    'state, nonce and code verifier are derived from a secret of this browser for this visit',
    `${SIGN_ON} › requests a fresh login, bound to this browser by PKCE, state and nonce`,
    `${SIGN_ON} › with another browser’s answer is refused`,
  ),
  'V10.2.1': held('the login uses PKCE and state', `${SIGN_ON} › with %s is refused`),
  'V10.2.2': held(
    'the console uses one provider, and checks `iss` in the answer and in the token',
    `${SIGN_ON} › with %s is refused`,
  ),
  'V10.5.1': held('the ID token must contain the nonce of the visit', `${SIGN_ON} › with %s is refused`),
  'V10.5.2': held(
    '`iss` and `sub` identify the person, who has linked them by a signature',
    `${SIGN_ON} › needs an account that the provider proved for this person in this browser`,
  ),
  'V10.5.3': held(
    'the console refuses metadata of another issuer',
    `${SIGN_ON} › with another issuer’s metadata is refused`,
  ),
  'V10.5.4': held('the token’s audience must be the client', `${SIGN_ON} › with %s is refused`),
  'V10.5.5': inapplicable('there is no back-channel logout'),
};

/** V6 to V10: authentication, sessions, rights, tokens, OAuth. */
export const authenticationAndRights: Verdicts = {
  'V6.1.1': held(
    'the linked pages describe the limits of login codes, the attacks that they prevent, and why strangers cannot lock a buyer out',
    'docs/access.md#ways-in',
    'docs/decisions.md',
  ),
  'V6.1.2': inapplicable(NO_PASSWORDS),
  'V6.1.3': held('the linked section lists every way to log in, and what each proves', 'docs/access.md#ways-in'),
  ...passwords,
  'V6.3.1': held(
    'login codes are limited for an address, for a network and for all callers; five wrong attempts invalidate a code',
    'server/app/api/gateway.test.ts › invalidates a code after five wrong tries and accepts it only in the browser that requested it',
    'server/account/login/codes.test.ts › allow one code a minute to one address',
    'server/account/login/knownBrowser.test.ts › lets a known browser log in when strangers have used up the limit of %s',
  ),
  'V6.3.2': held(
    'a new installation has no accounts, and the start refuses the sandbox’s people and secrets',
    'server/app/guard/findStartFaults.test.ts › people of the sandbox as first admins',
    'server/operator/persons/personCommands.test.ts › refuses without root keys on the host, and with a key that belongs to no one',
  ),
  'V6.3.3': open(
    'a code from the mailbox, or a partner’s assertion, opens an account without a second factor, as the product’s specification (e2e/specification) requires. A passkey, which is two factors in one, is offered and not required. Actions that are valuable to a thief need a fresh proof, and large purchases need a document (docs/access.md#ways-in)',
  ),
  'V6.3.4': held(
    'each way to log in creates the same kind of session; every call declares whether it needs one',
    'server/account/login/mintToken.test.ts › opens a session that also needs its cookie',
    'server/account/passkeys/passkeys.test.ts › is not offered for a partner’s account',
    'docs/access.md#ways-in',
  ),
  'V6.4.1': held(
    'an invitation is valid once, for three days, and gives no right by itself',
    'server/operator/persons/personCommands.test.ts › does not enrol a key that another person put into the invitation',
    'server/operator/persons/personCommands.test.ts › two admins enrol a third person by signing the same roles',
  ),
  'V6.4.2': held(
    'no call of the contract has a field for a hint or a secret question',
    'server/openapi/generateOpenApiDocument.test.ts › lists every call and no other',
  ),
  'V6.4.3': inapplicable(NO_PASSWORDS),
  'V6.4.4': held(
    'a buyer who has lost a passkey logs in with a code; two admins enrol a person’s new key, as at the first enrolment',
    'server/operator/persons/personCommands.test.ts › an admin revokes a lost key, and two enrol another',
    'server/account/passkeys/passkeys.test.ts › renews the proof of an old session, and is refused after its removal',
  ),
  'V6.5.1': held(
    'a code, a minted login, a passkey’s answer and solved work are each accepted once',
    'server/account/login/codes.test.ts › opens one session when a correct code is sent several times at once',
    'server/account/passkeys/passkeys.test.ts › is accepted once, within five minutes, and only in the browser that requested the challenge',
    'server/account/login/mintToken.test.ts › opens the partner’s account of the buyer, once',
  ),
  'V6.5.2': held(
    'login codes are hashed by scrypt with 128 bits of salt; N = 2^14, r = 8, p = 1 suffice, since codes expire after ten minutes. Longer secrets are hashed by SHA-256',
    'server/account/login/loginCode.test.ts › is stored as a slow hash with a random salt',
    'server/account/sessions/sessions.test.ts › stores only a hash of the cookie',
  ),
  'V6.5.3': held(
    'node:crypto generates the codes',
    'server/account/login/loginCode.test.ts › has six digits, each equally likely',
    'tools/checks/sourceRules.test.ts › no secret comes from Math.random',
  ),
  'V6.5.4': held(
    'a code has six random digits',
    'server/account/login/loginCode.test.ts › has six digits, each equally likely',
  ),
  'V6.5.5': held(
    'a code expires after ten minutes, and a minted login after one minute',
    'server/account/login/loginCode.test.ts › expires after ten minutes',
    'server/account/login/mintToken.test.ts › expires after a minute and is deleted an hour later',
  ),
  'V6.6.1': inapplicable('no code is sent by telephone or SMS'),
  'V6.6.2': held(
    'a code works only in the browser that requested it, and only the newest code works',
    'server/app/api/gateway.test.ts › invalidates a code after five wrong tries and accepts it only in the browser that requested it',
    'server/account/passkeys/passkeys.test.ts › is accepted once, within five minutes, and only in the browser that requested the challenge',
  ),
  'V6.6.3': held(
    'a code allows five attempts, and the number of codes is limited',
    'server/app/api/gateway.test.ts › invalidates a code after five wrong tries and accepts it only in the browser that requested it',
    'server/account/login/codes.test.ts › allow twenty more a day to one address with proof of work',
  ),
  'V6.8.1': held(
    'a partner that mints logins has separate accounts: the same email address there is a different account',
    'server/account/login/mintToken.test.ts › is separate from the buyer’s own account, which no partner opens',
  ),
  'V6.8.2': held('the console refuses an ID token without a valid signature', `${SIGN_ON} › with %s is refused`),
  'V6.8.3': inapplicable('there is no SAML'),
  'V6.8.4': held(
    'the provider must have authenticated the person for this visit (`auth_time`); every action still needs a signature',
    `${SIGN_ON} › with %s is refused`,
    `${SIGN_ON} › opens a session with the person’s rights, and actions still need a signature`,
  ),

  'V7.1.1': held(
    'the linked section explains why a session ends after twelve hours without use and after thirty days in all',
    'docs/access.md#sessions',
  ),
  'V7.1.2': held('the linked section states that a buyer may have any number of sessions', 'docs/access.md#sessions'),
  'V7.1.3': held(
    'the linked section describes how sessions by single sign-on begin, end and require another login',
    'docs/access.md#sessions',
  ),
  'V7.2.1': held(
    'the server looks up every session in the database',
    'server/app/api/gateway.test.ts › needs both the token and the cookie, and is ended by the server',
  ),
  'V7.2.2': held(
    'each login generates a new session',
    'server/account/sessions/sessions.test.ts › stores only a hash of the cookie',
    'server/account/sessions/sessions.test.ts › ends that browser’s session and no other: %s, then %s',
  ),
  'V7.2.3': held(
    'a session has two random halves of 256 bits each',
    'server/account/login/loginCode.test.ts › splits a session into two random halves of 256 bits',
  ),
  'V7.2.4': held(
    'a login ends the former session of the browser',
    'server/account/sessions/sessions.test.ts › ends that browser’s session and no other: %s, then %s',
    'server/account/login/mintToken.test.ts › ends the session that the browser had',
  ),
  'V7.3.1': held(
    'a session ends after twelve hours without use',
    'server/account/sessions/sessions.test.ts › ends after twelve hours of inactivity, and not before',
  ),
  'V7.3.2': held(
    'a session ends after thirty days',
    'server/account/sessions/sessions.test.ts › ends after thirty days even if it is used',
  ),
  'V7.4.1': held(
    'logout and expiry end the session’s row in the database, and no later use revives it',
    'server/app/api/gateway.test.ts › needs both the token and the cookie, and is ended by the server',
    'server/account/sessions/sessions.test.ts › stays ended when it is used after its end',
  ),
  'V7.4.2': held(
    'the deletion of an account ends its sessions, and a revoked person can sign no action',
    'server/account/deletion/deleteAccount.test.ts › of a buyer who never paid erases all personal data and leaves other buyers unchanged',
    'server/operator/persons/forgery.test.ts › a revoked key is not valid again when an earlier state of the table is restored',
  ),
  'V7.4.3': held(
    'the page that lists the passkeys can also end all other sessions',
    'server/account/sessions/sessions.test.ts › ends one session or all others, but never another buyer’s',
    'e2e/journeys/accountScreens.spec.ts › logging out everywhere ends the sessions of other browsers',
  ),
  'V7.4.4': held(
    'the menu of every page has a logout',
    'e2e/specification/menu.spec.ts › logging out asks for confirmation, clears the stored login and shows a message',
  ),
  'V7.4.5': held(
    '`operate end-sessions` ends the sessions of one buyer or of all',
    'server/account/actions/endSessions.test.ts › ends the sessions of one buyer or of all, and records it in the audit trail',
  ),
  'V7.5.1': held(
    'adding or removing a passkey needs a fresh proof; the email address cannot be changed',
    'server/account/passkeys/passkeys.test.ts › is added and removed only by its buyer with a recent proof',
  ),
  'V7.5.2': open(
    'a buyer lists and ends sessions at /sessions from any session, without a fresh proof. So a buyer who has lost control of the mailbox can still end a thief’s session',
  ),
  'V7.6.1': held(
    'each visit requires a new login at the provider, and the server checks the time of that login',
    `${SIGN_ON} › requests a fresh login, bound to this browser by PKCE, state and nonce`,
    `${SIGN_ON} › opens a session that locks and ends like one opened with a key`,
  ),
  'V7.6.2': held(
    'only a code, a passkey, or the partner’s own page with a minted login opens a session',
    'server/account/login/mintToken.test.ts › is refused when the origin of the page is %j, and stays usable',
    'e2e/journeys/partners/partnerLinks.spec.ts › a minted token logs the buyer in from the partner’s page only',
  ),

  'V8.1.1': held('the linked section lists who may make which call, for whose data', 'docs/access.md#rights'),
  'V8.1.2': held(
    'the linked section lists which fields a stranger, a guest, a buyer and a partner read',
    'docs/access.md#rights',
  ),
  'V8.2.1': held(
    'each call declares the credentials that it needs; people have roles',
    'server/app/api/isolation.test.ts › %s neither reads nor changes Anna’s data',
    'server/platform/persons/verifyStatement.test.ts › a revoked key and a role without the right',
    'server/operator/persons/onePerson.test.ts › a request is answered only by a role that may approve its action',
  ),
  'V8.2.2': held(
    'tests make every call as another buyer, a guest and a partner',
    'server/app/api/isolation.test.ts › %s neither reads nor changes Anna’s data',
    'server/app/api/partnerCalls.test.ts › answers for another partner’s order as for an unknown one',
  ),
  'V8.2.3': held(
    'a stranger reads only an order’s status; the schemas list which fields a caller may set',
    'server/app/api/gateway.test.ts › shows a stranger only its status and the guest who created it everything, and refuses another buyer',
    'server/app/api/everyAnswer.test.ts › with fields that the call does not accept leaves their stored values unchanged',
  ),
  'V8.3.1': held(
    'the server checks the rights of every call, regardless of the client',
    'server/app/api/isolation.test.ts › %s neither reads nor changes Anna’s data',
    'server/operator/persons/forgery.test.ts › refuses the forged ones of 100 requests, some forged in several ways, and executes the honest ones',
  ),
  'V8.4.1': held(
    'the tenants are the partners; no partner reads the orders, events or sessions of another',
    'server/app/api/partnerCalls.test.ts › answers for another partner’s order as for an unknown one',
    'server/app/api/partnerEvents.test.ts › refuses cursors of another partner, of test events and unknown ones',
    'server/purchase/session/partnerSession.test.ts › is accepted only for origins of its own partner',
  ),

  'V9.1.1': held(
    'the server verifies the signature of every quote and link',
    'server/purchase/quote/makeQuote.test.ts › is refused when one character is changed anywhere',
    'server/purchase/session/readLink.test.ts › after any change of its characters',
  ),
  'V9.1.2': held(
    'the server signs quotes and verifies quotes and links only with HS256, which the code names',
    'server/purchase/session/readLink.test.ts › with another key or another algorithm, or without a signature',
  ),
  'V9.1.3': held(
    'the server selects its own keys by their id, and ignores keys in a token’s header',
    'server/purchase/session/readLink.test.ts › with another key or another algorithm, or without a signature',
    'server/purchase/quote/makeQuote.test.ts › is refused with another key, and accepted with a former one',
  ),
  'V9.2.1': held(
    'quotes are accepted for sixty seconds, and links for five minutes',
    'server/purchase/session/readLink.test.ts › when it has expired, is not valid yet, or is valid for longer than five minutes',
    'server/app/api/gateway.test.ts › from an expired quote is refused with 5003',
  ),
  'V9.2.2': held(
    'quotes and links have different keys and different required claims',
    'server/purchase/session/readLink.test.ts › without a time, a nonce or an origin, or with an unknown claim',
    'server/purchase/quote/quoteToken.test.ts › of the unknown version %s is expired',
  ),
  'V9.2.3': held(
    'a link’s key belongs to one partner at this installation, and the link names the origin of its page',
    'server/purchase/session/partnerSession.test.ts › is accepted only for origins of its own partner',
    'server/purchase/session/readLink.test.ts › with another key or another algorithm, or without a signature',
  ),
  'V9.2.4': held(
    'no key signs for two audiences: only this server reads quotes, and minted logins are not self-contained tokens',
    'server/account/login/mintToken.test.ts › is accepted only from its own partner’s pages',
    'server/purchase/quote/makeQuote.test.ts › is refused with another key, and accepted with a former one',
  ),
  ...oauth,
  ...clientOfProvider,
};
