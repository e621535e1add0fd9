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
    `${SIGN_ON} › opens a session with the rights of the person, who still signs every act`,
  ),
  'V10.1.2': held(
    'state, nonce and code verifier are derived from a secret of this browser for this visit',
    `${SIGN_ON} › asks the provider for a fresh login, bound to this browser by PKCE, state and nonce`,
    `${SIGN_ON} › with an answer of another browser opens nothing: whoever sends a link signs nobody in as themselves`,
  ),
  'V10.2.1': held('PKCE and state', `${SIGN_ON} › with %s opens nothing`),
  'V10.2.2': held(
    'one provider, whose `iss` is checked in the answer and the token',
    `${SIGN_ON} › with %s opens nothing`,
  ),
  'V10.5.1': held('the nonce of the visit', `${SIGN_ON} › with %s opens nothing`),
  'V10.5.2': held(
    '`iss` and `sub`, linked by a signature',
    `${SIGN_ON} › takes an account that the provider has named to this person, in this browser`,
  ),
  'V10.5.3': held(
    'metadata of another issuer is refused',
    `${SIGN_ON} › leaves the provider’s metadata of another issuer unused`,
  ),
  'V10.5.4': held('the token’s audience is the client', `${SIGN_ON} › with %s opens nothing`),
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
    'server/app/gateway.test.ts › five wrong codes burn the code, and a code works only in the browser that asked',
    'server/account/codes.test.ts › to one address: one a minute',
    'server/account/knownBrowser.test.ts › what strangers have used up of %s keeps no known browser out',
  ),
  'V6.3.2': held(
    'there are no accounts at the start; the sandbox’s persons and secrets are refused',
    'server/app/guard/findStartFaults.test.ts › persons of the sandbox as the first admins',
    'server/operator/persons/personCommands.test.ts › nobody operates where the host names nobody, nor whose key is nobody’s',
  ),
  'V6.3.3': open(
    'the code of a mailbox, or a partner’s word, opens an account by itself, as the specification has it. A passkey, which is two factors in one, is offered and not asked for. What a thief would want takes a fresh proof, large purchases a document (docs/access.md#ways-in)',
  ),
  'V6.3.4': held(
    'each way in ends in the same session; every call says whether it needs one',
    'server/account/mintToken.test.ts › gives a session like any other, with a cookie that it needs',
    'server/account/passkeys/passkeys.test.ts › of a partner’s account there is none',
    'docs/access.md#ways-in',
  ),
  'V6.4.1': held(
    'an invitation is good once, for three days, and gives no right by itself',
    'server/operator/persons/personCommands.test.ts › a key that another has put into the invitation is not enrolled',
    'server/operator/persons/personCommands.test.ts › the third is named by both, who say the same',
  ),
  'V6.4.2': held(
    'no form asks for such a thing: the contract has no field for it',
    'server/openapi/generateOpenApiDocument.test.ts › has every call and no other',
  ),
  'V6.4.3': inapplicable(NO_PASSWORDS),
  'V6.4.4': held(
    'a lost passkey leaves the code; a lost key of a person takes two others, as its enrolment did',
    'server/operator/persons/personCommands.test.ts › a lost key: an admin takes it out, and two give another',
    'server/account/passkeys/passkeys.test.ts › proves an old session again, and is none of the account once it is removed',
  ),
  'V6.5.1': held(
    'codes, minted logins, passkeys’ answers and solved work count once',
    'server/account/codes.test.ts › a right code that is sent twice at once opens one session',
    'server/account/passkeys/passkeys.test.ts › answers once, in time, and in the browser that was asked',
    "server/account/mintToken.test.ts › opens the partner's account of the buyer, once",
  ),
  'V6.5.2': held(
    'codes by scrypt (N = 2^14, r = 8, p = 1: they are over after ten minutes) with 128 bits of salt; longer secrets by SHA-256',
    'server/account/loginCode.test.ts › is kept as a slow hash with a salt of its own',
    'server/account/sessions.test.ts › only a hash of the cookie is kept',
  ),
  'V6.5.3': held(
    'node:crypto draws them',
    'server/account/loginCode.test.ts › has six digits, each as likely as another',
    'tools/checks/sourceRules.test.ts › what shall not be guessed is not drawn by Math.random',
  ),
  'V6.5.4': held('six digits', 'server/account/loginCode.test.ts › has six digits, each as likely as another'),
  'V6.5.5': held(
    'ten minutes',
    'server/account/loginCode.test.ts › is over after ten minutes',
    'server/account/mintToken.test.ts › is over after a minute',
  ),
  'V6.6.1': inapplicable('no code goes by telephone'),
  'V6.6.2': held(
    'a code works only in the browser that asked, and the newest alone',
    'server/app/gateway.test.ts › five wrong codes burn the code, and a code works only in the browser that asked',
    'server/account/passkeys/passkeys.test.ts › answers once, in time, and in the browser that was asked',
  ),
  'V6.6.3': held(
    'five tries, and limits of codes',
    'server/app/gateway.test.ts › five wrong codes burn the code, and a code works only in the browser that asked',
    'server/account/codes.test.ts › for work, to one address: twenty a day besides',
  ),
  'V6.8.1': held(
    'a partner that mints logins has accounts of its own: an address there is another account',
    "server/account/mintToken.test.ts › is apart from the buyer's own, which no partner opens",
  ),
  'V6.8.2': held('an ID token without a valid signature opens nothing', `${SIGN_ON} › with %s opens nothing`),
  'V6.8.3': inapplicable('there is no SAML'),
  'V6.8.4': held(
    'the login has to be made for this visit (`auth_time`); acts take the passkey whatever the provider says',
    `${SIGN_ON} › with %s opens nothing`,
    `${SIGN_ON} › opens a session with the rights of the person, who still signs every act`,
  ),

  'V7.1.1': held('twelve hours idle, thirty days in all, and why', 'docs/access.md#sessions'),
  'V7.1.2': held('how many there may be at once', 'docs/access.md#sessions'),
  'V7.1.3': held('how sessions by single sign-on begin, end and ask for another login', 'docs/access.md#sessions'),
  'V7.2.1': held(
    'the server looks each up',
    'server/app/gateway.test.ts › needs the token and the cookie together, and ends on the server',
  ),
  'V7.2.2': held(
    'drawn at each login',
    'server/account/sessions.test.ts › only a hash of the cookie is kept',
    'server/account/sessions.test.ts › ends the session that it carried: %s, then %s',
  ),
  'V7.2.3': held(
    'two halves of 256 bits',
    'server/account/loginCode.test.ts › a session is two halves of 256 bits, never the same twice',
  ),
  'V7.2.4': held(
    'a login ends the session that the browser carried',
    'server/account/sessions.test.ts › ends the session that it carried: %s, then %s',
    'server/account/mintToken.test.ts › ends the session that the browser carried',
  ),
  'V7.3.1': held('twelve hours', 'server/account/sessions.test.ts › ends after twelve idle hours, and not before'),
  'V7.3.2': held('thirty days', 'server/account/sessions.test.ts › ends after thirty days however much it is used'),
  'V7.4.1': held(
    'a row of the database ends',
    'server/app/gateway.test.ts › needs the token and the cookie together, and ends on the server',
    'server/account/sessions.test.ts › does not come back by being used after its end',
  ),
  'V7.4.2': held(
    'a closed account has no session, a revoked person no act',
    'server/account/deleteAccount.test.ts › of somebody who never paid leaves nothing, and nobody else loses anything',
    'server/operator/persons/forgery.test.ts › a key that was taken out does not come back with an earlier state of the table',
  ),
  'V7.4.3': held(
    'the page that has the passkeys ends all other sessions too',
    'server/account/sessions.test.ts › ends one, another buyer’s never, or all others',
    'e2e/journeys/accountScreens.spec.ts › a log out everywhere ends the sessions of other browsers',
  ),
  'V7.4.4': held(
    'the menu of every page has it',
    'e2e/specification/edit.spec.ts › a log out is confirmed, clears what is stored, and says so',
  ),
  'V7.4.5': held(
    '`operate end-sessions`',
    'server/operator/endSessions.test.ts › an operator ends the sessions of one buyer, or of everybody, and it is in the history',
  ),
  'V7.5.1': held(
    'a passkey is added and removed after a fresh proof; the address cannot be changed',
    'server/account/passkeys/passkeys.test.ts › is added and removed by a buyer who has just proved who they are, and by no other',
  ),
  'V7.5.2': open(
    'sessions are seen and ended at /sessions, by whoever has one of them: no fresh proof is asked for, so that a buyer whose mailbox is in other hands can still throw a thief out',
  ),
  'V7.6.1': held(
    'each visit asks for a new login, and the time of that login is checked',
    `${SIGN_ON} › asks the provider for a fresh login, bound to this browser by PKCE, state and nonce`,
    `${SIGN_ON} › lasts and locks as a session by passkey, and ends by signing out`,
  ),
  'V7.6.2': held(
    'a code, a passkey or a page that a partner has opened with a minted login: no other page can open one',
    'server/account/mintToken.test.ts › is refused to a page that %j led to, and is not used up by it',
    'e2e/journeys/partnerLinks.spec.ts › a login that a partner has minted opens the card pages from its own page, and from no other',
  ),

  'V8.1.1': held('who may call what, and whose things', 'docs/access.md#rights'),
  'V8.1.2': held('which fields a stranger, a guest, a buyer and a partner see', 'docs/access.md#rights'),
  'V8.2.1': held(
    'each call says what it needs; persons have roles',
    'server/app/isolation.test.ts › %s reads and changes nothing of Anna’s',
    'server/platform/persons/verifyStatement.test.ts › a key that was taken out, and a role that may not',
    'server/operator/persons/oneAlone.test.ts › a request is answered by a role that may',
  ),
  'V8.2.2': held(
    'another buyer, a guest and a partner try every call',
    'server/app/isolation.test.ts › %s reads and changes nothing of Anna’s',
    'server/app/partnerCalls.test.ts › of another partner is as of none at all',
  ),
  'V8.2.3': held(
    'a stranger sees a bare status; what may be set is in the schema',
    'server/app/gateway.test.ts › shows a stranger the bare status, the guest everything, and the buyer after a login',
    'server/app/everyAnswer.test.ts › that names fields which are not its own changes none of them',
  ),
  'V8.3.1': held(
    'in the server, of whatever asks',
    'server/app/isolation.test.ts › %s reads and changes nothing of Anna’s',
    'server/operator/persons/forgery.test.ts › 100 forged requests, some forged in several ways: none is done',
  ),
  'V8.4.1': held(
    'partners are the tenants',
    'server/app/partnerCalls.test.ts › of another partner is as of none at all',
    'server/app/partnerEvents.test.ts › of another partner are no cursor, nor are tests, nor one that there is not',
    'server/purchase/session/partnerSession.test.ts › is good for the origins of its own partner alone',
  ),

  'V9.1.1': held(
    'quotes and links are signed',
    'server/purchase/quote/makeQuote.test.ts › changed by one character anywhere is not ours',
    'server/purchase/session/readLink.test.ts › after any change of its characters',
  ),
  'V9.1.2': held(
    'HS256 for what we sign and read, by name',
    'server/purchase/session/readLink.test.ts › with another key, another algorithm or none',
  ),
  'V9.1.3': held(
    'keys are the operator’s, by id; headers that bring one are not read',
    'server/purchase/session/readLink.test.ts › with another key, another algorithm or none',
    'server/purchase/quote/makeQuote.test.ts › of another key is not ours, of an older one it is',
  ),
  'V9.2.1': held(
    'quotes for sixty seconds, links for five minutes',
    'server/purchase/session/readLink.test.ts › when it has run out, or says it is good for longer than five minutes',
    'server/app/gateway.test.ts › of an expired quote is refused with 5003',
  ),
  'V9.2.2': held(
    'each kind has a key of its own, and claims that the other has not',
    'server/purchase/session/readLink.test.ts › without a time, a nonce or an origin, or with a claim that means nothing here',
    'server/purchase/quote/quoteToken.test.ts › of version %s, which is not known here, is expired',
  ),
  'V9.2.3': held(
    'a link’s key is one partner’s and this server’s, and the link names the origin it is for',
    'server/purchase/session/partnerSession.test.ts › is good for the origins of its own partner alone',
    'server/purchase/session/readLink.test.ts › with another key, another algorithm or none',
  ),
  'V9.2.4': held(
    'no key signs for two audiences: quotes are for this server, minted logins are no self-contained tokens',
    'server/account/mintToken.test.ts › is for its own partner’s pages alone',
    'server/purchase/quote/makeQuote.test.ts › of another key is not ours, of an older one it is',
  ),
  ...oauth,
  ...clientOfProvider,
};
