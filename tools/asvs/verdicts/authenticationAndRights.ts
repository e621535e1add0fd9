import { held, inapplicable, open, type Verdicts } from '../verdict.ts';

const NO_PASSWORDS =
  'there are no passwords: buyers log in with a code or a passkey, the operator’s staff and partners with keys';
const SIGN_ON = 'server/console/signOn/signOn.test.ts';
const NO_OAUTH =
  'Slipway is a client of OpenID Connect in the console only, and neither an authorization nor a resource server';

const passwords = Object.fromEntries(
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((number) => [`V6.2.${number}`, inapplicable(NO_PASSWORDS)]),
);

const OAUTH: Readonly<Record<string, number>> = { '1': 2, '2': 2, '3': 4, '4': 11, '5': 5, '6': 2, '7': 3 };
const oauth = Object.fromEntries(
  Object.entries(OAUTH).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => [`V10.${section}.${index + 1}`, inapplicable(NO_OAUTH)] as const),
  ),
);

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
  'V10.2.1': held('PKCE and state', `${SIGN_ON} › with %s is refused`),
  'V10.2.2': held(
    'one provider, whose `iss` is checked in the answer and the token',
    `${SIGN_ON} › with %s is refused`,
  ),
  'V10.5.1': held('the nonce of the visit', `${SIGN_ON} › with %s is refused`),
  'V10.5.2': held(
    '`iss` and `sub`, linked by a signature',
    `${SIGN_ON} › needs an account that the provider proved for this person in this browser`,
  ),
  'V10.5.3': held('metadata of another issuer is refused', `${SIGN_ON} › with another issuer’s metadata is refused`),
  'V10.5.4': held('the token’s audience is the client', `${SIGN_ON} › with %s is refused`),
  'V10.5.5': inapplicable('there is no back-channel logout'),
};

/** V6 to V10: authentication, sessions, rights, tokens, OAuth. */
export const authenticationAndRights: Verdicts = {
  'V6.1.1': held(
    'limits of codes, what they keep from whom, and why nobody is locked out',
    'docs/access.md#ways-in',
    'docs/decisions.md',
  ),
  'V6.1.2': inapplicable(NO_PASSWORDS),
  'V6.1.3': held('all ways in, with what each proves', 'docs/access.md#ways-in'),
  ...passwords,
  'V6.3.1': held(
    'codes are limited for an address, a network and everybody; a code is burnt by five tries',
    'server/app/api/gateway.test.ts › invalidates a code after five wrong tries and accepts it only in the browser that requested it',
    'server/account/login/codes.test.ts › allow one code a minute to one address',
    'server/account/login/knownBrowser.test.ts › lets a known browser log in when strangers have used up the limit of %s',
  ),
  'V6.3.2': held(
    'there are no accounts at the start; the sandbox’s persons and secrets are refused',
    'server/app/guard/findStartFaults.test.ts › people of the sandbox as first admins',
    'server/operator/persons/personCommands.test.ts › refuses without root keys on the host, and with a key that belongs to no one',
  ),
  'V6.3.3': open(
    'the code of a mailbox, or a partner’s word, opens an account by itself, as the specification has it. A passkey, which is two factors in one, is offered and not asked for. What a thief would want takes a fresh proof, large purchases a document (docs/access.md#ways-in)',
  ),
  'V6.3.4': held(
    'each way in ends in the same session; every call says whether it needs one',
    'server/account/login/mintToken.test.ts › opens a session that also needs its cookie',
    'server/account/passkeys/passkeys.test.ts › is not offered for a partner’s account',
    'docs/access.md#ways-in',
  ),
  'V6.4.1': held(
    'an invitation is good once, for three days, and gives no right by itself',
    'server/operator/persons/personCommands.test.ts › does not enrol a key that another person put into the invitation',
    'server/operator/persons/personCommands.test.ts › two admins name the third with the same roles',
  ),
  'V6.4.2': held(
    'no form asks for such a thing: the contract has no field for it',
    'server/openapi/generateOpenApiDocument.test.ts › lists every call and no other',
  ),
  'V6.4.3': inapplicable(NO_PASSWORDS),
  'V6.4.4': held(
    'a lost passkey leaves the code; a lost key of a person takes two others, as its enrolment did',
    'server/operator/persons/personCommands.test.ts › an admin revokes a lost key, and two enrol another',
    'server/account/passkeys/passkeys.test.ts › renews the proof of an old session, and is refused after its removal',
  ),
  'V6.5.1': held(
    'codes, minted logins, passkeys’ answers and solved work count once',
    'server/account/login/codes.test.ts › opens one session when a correct code is sent several times at once',
    'server/account/passkeys/passkeys.test.ts › is accepted once, within five minutes, and only in the browser that requested the challenge',
    'server/account/login/mintToken.test.ts › opens the partner’s account of the buyer, once',
  ),
  'V6.5.2': held(
    'codes by scrypt (N = 2^14, r = 8, p = 1: they are over after ten minutes) with 128 bits of salt; longer secrets by SHA-256',
    'server/account/login/loginCode.test.ts › is stored as a slow hash with a random salt',
    'server/account/sessions/sessions.test.ts › stores only a hash of the cookie',
  ),
  'V6.5.3': held(
    'node:crypto draws them',
    'server/account/login/loginCode.test.ts › has six digits, each equally likely',
    'tools/checks/sourceRules.test.ts › no secret comes from Math.random',
  ),
  'V6.5.4': held('six digits', 'server/account/login/loginCode.test.ts › has six digits, each equally likely'),
  'V6.5.5': held(
    'ten minutes',
    'server/account/login/loginCode.test.ts › expires after ten minutes',
    'server/account/login/mintToken.test.ts › expires after a minute',
  ),
  'V6.6.1': inapplicable('no code goes by telephone'),
  'V6.6.2': held(
    'a code works only in the browser that asked, and the newest alone',
    'server/app/api/gateway.test.ts › invalidates a code after five wrong tries and accepts it only in the browser that requested it',
    'server/account/passkeys/passkeys.test.ts › is accepted once, within five minutes, and only in the browser that requested the challenge',
  ),
  'V6.6.3': held(
    'five tries, and limits of codes',
    'server/app/api/gateway.test.ts › invalidates a code after five wrong tries and accepts it only in the browser that requested it',
    'server/account/login/codes.test.ts › allow twenty more a day to one address with proof of work',
  ),
  'V6.8.1': held(
    'a partner that mints logins has accounts of its own: an address there is another account',
    'server/account/login/mintToken.test.ts › is separate from the buyer’s own account, which no partner opens',
  ),
  'V6.8.2': held('an ID token without a valid signature opens nothing', `${SIGN_ON} › with %s is refused`),
  'V6.8.3': inapplicable('there is no SAML'),
  'V6.8.4': held(
    'the login has to be made for this visit (`auth_time`); acts take the passkey whatever the provider says',
    `${SIGN_ON} › with %s is refused`,
    `${SIGN_ON} › opens a session with the person’s rights, and actions still need a signature`,
  ),

  'V7.1.1': held('twelve hours idle, thirty days in all, and why', 'docs/access.md#sessions'),
  'V7.1.2': held('how many there may be at once', 'docs/access.md#sessions'),
  'V7.1.3': held('how sessions by single sign-on begin, end and ask for another login', 'docs/access.md#sessions'),
  'V7.2.1': held(
    'the server looks each up',
    'server/app/api/gateway.test.ts › needs both the token and the cookie, and is ended by the server',
  ),
  'V7.2.2': held(
    'drawn at each login',
    'server/account/sessions/sessions.test.ts › stores only a hash of the cookie',
    'server/account/sessions/sessions.test.ts › ends the session that it had: %s, then %s',
  ),
  'V7.2.3': held(
    'two halves of 256 bits',
    'server/account/login/loginCode.test.ts › splits a session into two random halves of 256 bits',
  ),
  'V7.2.4': held(
    'a login ends the session that the browser carried',
    'server/account/sessions/sessions.test.ts › ends the session that it had: %s, then %s',
    'server/account/login/mintToken.test.ts › ends the session that the browser had',
  ),
  'V7.3.1': held(
    'twelve hours',
    'server/account/sessions/sessions.test.ts › ends after twelve hours of inactivity, and not before',
  ),
  'V7.3.2': held('thirty days', 'server/account/sessions/sessions.test.ts › ends after thirty days even if it is used'),
  'V7.4.1': held(
    'a row of the database ends',
    'server/app/api/gateway.test.ts › needs both the token and the cookie, and is ended by the server',
    'server/account/sessions/sessions.test.ts › does not come back by being used after its end',
  ),
  'V7.4.2': held(
    'a closed account has no session, a revoked person no act',
    'server/account/deletion/deleteAccount.test.ts › of a buyer who never paid deletes everything and leaves other buyers unchanged',
    'server/operator/persons/forgery.test.ts › a revoked key is not valid again when an earlier state of the table is restored',
  ),
  'V7.4.3': held(
    'the page that has the passkeys ends all other sessions too',
    'server/account/sessions/sessions.test.ts › ends one session or all others, but never another buyer’s',
    'e2e/journeys/accountScreens.spec.ts › logging out everywhere ends the sessions of other browsers',
  ),
  'V7.4.4': held(
    'the menu of every page has it',
    'e2e/specification/menu.spec.ts › logging out asks for confirmation, clears the stored login and shows a message',
  ),
  'V7.4.5': held(
    '`operate end-sessions`',
    'server/operator/endSessions.test.ts › ends the sessions of one buyer or of all, and records it in the audit trail',
  ),
  'V7.5.1': held(
    'a passkey is added and removed after a fresh proof; the address cannot be changed',
    'server/account/passkeys/passkeys.test.ts › is added and removed only by its buyer with a recent proof',
  ),
  'V7.5.2': open(
    'sessions are seen and ended at /sessions, by whoever has one of them: no fresh proof is asked for, so that a buyer whose mailbox is in other hands can still throw a thief out',
  ),
  'V7.6.1': held(
    'each visit asks for a new login, and the time of that login is checked',
    `${SIGN_ON} › requests a fresh login, bound to this browser by PKCE, state and nonce`,
    `${SIGN_ON} › lasts and locks like a passkey session, and ends on logout`,
  ),
  'V7.6.2': held(
    'a code, a passkey or a page that a partner has opened with a minted login: no other page can open one',
    'server/account/login/mintToken.test.ts › is refused when the origin of the page is %j, and stays usable',
    'e2e/journeys/partners/partnerLinks.spec.ts › a minted token logs in from the partner’s page, and from no other',
  ),

  'V8.1.1': held('who may call what, and whose things', 'docs/access.md#rights'),
  'V8.1.2': held('which fields a stranger, a guest, a buyer and a partner see', 'docs/access.md#rights'),
  'V8.2.1': held(
    'each call says what it needs; persons have roles',
    'server/app/api/isolation.test.ts › %s neither reads nor changes Anna’s data',
    'server/platform/persons/verifyStatement.test.ts › a revoked key and a role without the right',
    'server/operator/persons/onePerson.test.ts › only a role with the right answers a request',
  ),
  'V8.2.2': held(
    'another buyer, a guest and a partner try every call',
    'server/app/api/isolation.test.ts › %s neither reads nor changes Anna’s data',
    'server/app/api/partnerCalls.test.ts › answers for another partner’s order as for an unknown one',
  ),
  'V8.2.3': held(
    'a stranger sees a bare status; what may be set is in the schema',
    'server/app/api/gateway.test.ts › shows a stranger only the status and its guest everything, and refuses another buyer',
    'server/app/api/everyAnswer.test.ts › with fields of another call changes none of them',
  ),
  'V8.3.1': held(
    'in the server, of whatever asks',
    'server/app/api/isolation.test.ts › %s neither reads nor changes Anna’s data',
    'server/operator/persons/forgery.test.ts › refuses 100 forged requests, some forged in several ways',
  ),
  'V8.4.1': held(
    'partners are the tenants',
    'server/app/api/partnerCalls.test.ts › answers for another partner’s order as for an unknown one',
    'server/app/api/partnerEvents.test.ts › refuses cursors of another partner, of test events and unknown ones',
    'server/purchase/session/partnerSession.test.ts › is accepted only for origins of its own partner',
  ),

  'V9.1.1': held(
    'quotes and links are signed',
    'server/purchase/quote/makeQuote.test.ts › is refused when one character is changed anywhere',
    'server/purchase/session/readLink.test.ts › after any change of its characters',
  ),
  'V9.1.2': held(
    'HS256 for what we sign and read, by name',
    'server/purchase/session/readLink.test.ts › with another key or another algorithm, or without a signature',
  ),
  'V9.1.3': held(
    'keys are the operator’s, by id; headers that bring one are not read',
    'server/purchase/session/readLink.test.ts › with another key or another algorithm, or without a signature',
    'server/purchase/quote/makeQuote.test.ts › is refused with another key, and accepted with a former one',
  ),
  'V9.2.1': held(
    'quotes for sixty seconds, links for five minutes',
    'server/purchase/session/readLink.test.ts › when it has expired, is not valid yet, or is valid for longer than five minutes',
    'server/app/api/gateway.test.ts › from an expired quote is refused with 5003',
  ),
  'V9.2.2': held(
    'each kind has a key of its own, and claims that the other has not',
    'server/purchase/session/readLink.test.ts › without a time, a nonce or an origin, or with an unknown claim',
    'server/purchase/quote/quoteToken.test.ts › of the unknown version %s is expired',
  ),
  'V9.2.3': held(
    'a link’s key is one partner’s and this server’s, and the link names the origin it is for',
    'server/purchase/session/partnerSession.test.ts › is accepted only for origins of its own partner',
    'server/purchase/session/readLink.test.ts › with another key or another algorithm, or without a signature',
  ),
  'V9.2.4': held(
    'no key signs for two audiences: quotes are for this server, minted logins are no self-contained tokens',
    'server/account/login/mintToken.test.ts › is accepted only from its own partner’s pages',
    'server/purchase/quote/makeQuote.test.ts › is refused with another key, and accepted with a former one',
  ),
  ...oauth,
  ...clientOfProvider,
};
