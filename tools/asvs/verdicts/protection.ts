import { held, inapplicable, open, operator, type Verdicts } from '../verdict.ts';

const NO_WEBRTC = 'there is no WebRTC: no call, no picture, no sound';
const OUTSIDE = 'the proxy in front of `api` speaks TLS to the internet, and is the operator’s';

/** V11 to V17: cryptography, transport, configuration, data, code, logs, WebRTC. */
export const protection: Verdicts = {
  'V11.1.1': held('each key: who has it, for what, how it is changed', 'docs/cryptography.md#keys'),
  'V11.1.2': held(
    'algorithms and keys, compared with the sources by a test',
    'docs/cryptography.md#algorithms',
    'tools/checks/cryptographyPage.test.ts › docs/cryptography.md names each key that is derived, and each algorithm',
  ),
  'V11.2.1': held(
    'OpenSSL of Node, Web Crypto, and @noble and @scure, which were audited; nothing of our own',
    'tools/dependencies/dependencies.test.ts › are those that were decided for',
    'docs/cryptography.md#algorithms',
  ),
  'V11.2.2': held(
    'each key has a purpose with a version; two keys are good at once where something lives longer than a change',
    'server/purchase/quote/makeQuote.test.ts › of another key is not ours, of an older one it is',
    'server/platform/webhook/signWebhook.test.ts › takes what two secrets have signed by %s one',
    'server/purchase/session/partnerSession.test.ts › of a key that was changed opens for a day, or no longer',
    'docs/cryptography.md#keys',
  ),
  'V11.2.3': open(
    'passkeys by RSA with 2048 bits (112 bits of security) are taken, since some devices know nothing else (server/account/passkeys/relyingParty.ts); SHA-256, AES-256, Ed25519, P-256 and secp256k1 have 128 and more',
  ),
  'V11.3.1': held('GCM alone', 'tools/checks/sourceRules.test.ts › only AES-256 with GCM is named'),
  'V11.3.2': held(
    'AES-256 with GCM',
    'tools/checks/sourceRules.test.ts › what is encrypted is AES-256 with GCM',
    'server/platform/persons/verifyStatement.test.ts › a key is kept in PEM, with a passphrase or without',
  ),
  'V11.3.3': held(
    'a changed byte, or a row put in another’s place, does not open',
    'server/platform/persons/verifyStatement.test.ts › a key is kept in PEM, with a passphrase or without',
    'server/platform/sealing.test.ts › what is changed, cut or sealed for something else does not open',
  ),
  'V11.4.1': held('SHA-2', 'tools/checks/sourceRules.test.ts › hashes are SHA-2'),
  'V11.4.2': inapplicable('nobody has a password; codes are hashed by scrypt all the same (V6.5.2)'),
  'V11.4.3': held(
    '256 bits and more',
    'tools/checks/sourceRules.test.ts › hashes are SHA-2',
    'server/platform/signature/checkSignature.test.ts › a body has the digest that RFC 9530 gives it',
  ),
  'V11.4.4': held(
    'a person’s passphrase: scrypt with N = 2^17, r = 8, p = 1',
    'server/platform/sealing.test.ts › a passphrase is stretched as OWASP advises, with a salt of its own',
  ),
  'V11.5.1': held(
    'node:crypto; 160 bits and more where a token opens something',
    'tools/checks/sourceRules.test.ts › what shall not be guessed is not drawn by Math.random',
    'server/account/loginCode.test.ts › a session is two halves of 256 bits, never the same twice',
  ),
  'V11.6.1': held(
    'Ed25519 for persons and partners, secp256k1 for coins; keys are drawn by OpenSSL',
    'server/platform/signature/checkSignature.test.ts › what it signs is taken',
    'server/platform/persons/verifyStatement.test.ts › any change of any byte is noticed',
  ),

  'V12.1.1': operator(
    `${OUTSIDE}: TLS 1.2 and 1.3 alone. What the product itself opens is Node’s TLS (V12.3.2)`,
    'docs/operating/https.md',
  ),
  'V12.1.2': operator(
    `${OUTSIDE}. Ciphers of what the product opens are Node’s, and the start is refused where they were changed`,
    'docs/operating/https.md',
  ),
  'V12.1.3': inapplicable('no client shows a certificate: partners and persons sign'),
  'V12.2.1': operator(
    `${OUTSIDE}. The product refuses to start with a PUBLIC_URL that is not https://, and sends HSTS`,
    'docs/operating/https.md',
  ),
  'V12.2.2': operator(`${OUTSIDE}, with a certificate that browsers trust`, 'docs/operating/https.md'),
  'V12.3.1': operator(
    'beyond networks of one’s own the product refuses to start with plain HTTP, SMTP or PostgreSQL (findTransportFaults.test, findStartFaults.test); within them, where some nodes know nothing else, TLS is the operator’s',
    'docs/operating/https.md',
  ),
  'V12.3.2': held(
    'Node checks certificates and names; a start with that switched off is refused',
    'server/app/guard/findTransportFaults.test.ts › is refused by name:',
    'tools/checks/sourceRules.test.ts › certificates are checked, and no older TLS is let in',
  ),
  'V12.3.3': operator(
    'the signer listens on a socket of its machine; from the proxy to api, and to nodes, it is the operator’s network',
    'docs/operating/https.md',
  ),
  'V12.3.4': operator(
    'certificates of the database, of nodes and of collectors within your networks; name your authority in NODE_EXTRA_CA_CERTS',
    'docs/operating/https.md',
  ),

  'V13.1.1': held(
    'drawn from the vendors’ manifests',
    'docs/egress.md',
    'tools/egress/egress.test.ts › docs/egress.md says what the tables say',
  ),
  'V13.2.1': operator(
    'the database and vendors are opened by credentials that the operator makes: one role of the database for each process, by certificate where it can (`sslcert` of DATABASE_URL), vendors’ keys that are changed',
    'docs/operating/secrets.md',
  ),
  'V13.2.2': held(
    'each process has a role of the database that may what it does, and no more',
    'server/platform/database/roles/roles.test.ts › may what the tables of rights say, and nothing else',
    'server/app/takenOverApi.test.ts › is not lifted out of a freeze',
  ),
  'V13.2.3': held(
    'secrets of the sandbox, of development tools, and guessable ones are refused at the start',
    'server/app/guard/findStartFaults.test.ts › what was drawn by chance is never taken for guessable',
    'server/app/guard/findStartFaults.test.ts › a key of development tools',
    'server/main.test.ts › a start that must not be ends with status 1 and names everything at once',
  ),
  'V13.2.4': held(
    'vendors by the list of manifests, partners’ endpoints as two persons have set them; calls reach no other family',
    'server/app/apiEgress.test.ts › every call of the pages together reaches the families that an api process asks, and nothing else',
    'tools/egress/egress.test.ts › the product reaches out from the files that are named, and from no other',
    'server/providers/redirects.test.ts › %s follows no redirect',
  ),
  'V13.2.5': held(
    'files are the built pages, folders that a variable names, and the bank’s; addresses are those of docs/egress.md',
    'tools/egress/egress.test.ts › the product reaches out from the files that are named, and from no other',
    'server/platform/http/securityHeaders.test.ts › gives nothing beside it, and nothing of a repository: %s',
    'server/providers/bank/folder/folder.test.ts › only an absolute path is a folder',
  ),
  'V13.3.1': operator(
    'secrets come from the environment of each process; keep them in a vault that fills it. None is in the sources (secretlint), and the start refuses those that are published',
    'docs/operating/secrets.md',
  ),
  'V13.3.2': held(
    'the treasury’s keys are the signer’s alone; an operator’s command line has one person’s key',
    'server/main.test.ts › a start that must not be ends with status 1 and names everything at once',
    'server/signer/serveSigner.test.ts › is for its user and its group alone',
    'server/operator/persons/personCommands.test.ts › is its owner’s alone, and opened by its passphrase',
  ),
  'V13.4.1': held(
    'the pages’ folder is the build’s; what lies beside it is not served',
    'server/platform/http/securityHeaders.test.ts › gives nothing beside it, and nothing of a repository: %s',
  ),
  'V13.4.2': held(
    'the sandbox’s mode reaches this machine alone; inspection by Node and recordings are refused or off',
    'server/app/guard/findStartFaults.test.ts › reaches this machine alone, whatever a vendor’s usual address is',
    'server/app/guard/findTransportFaults.test.ts › is refused by name:',
    'server/tracking/replay.test.ts › comes with the switch off',
  ),
  'V13.4.3': held('no folder is listed', 'server/platform/http/securityHeaders.test.ts › is not listed: %s'),
  'V13.4.4': held(
    'TRACE is no method of ours',
    'server/app/everyAnswer.test.ts › of the method %s is not answered by what it says',
  ),
  'V13.4.5': held(
    'the reference is for everybody on purpose; metrics take a token, or this machine',
    'server/platform/metrics/registerMetrics.test.ts › what a proxy on this machine passes on may not: %s',
    'server/platform/metrics/registerMetrics.test.ts › the token opens it, from anywhere',
  ),

  'V14.1.1': held(
    'every table of the database has a level',
    'docs/data-protection.md',
    'server/app/dataProtectionPage.test.ts › docs/data-protection.md has every table of the database, once',
  ),
  'V14.1.2': held('what each level asks for', 'docs/data-protection.md#levels'),
  'V14.2.1': held(
    'tokens, codes and addresses go in bodies and cookies; a login that a link brings is traded before anything else is asked',
    'web/app/linkTokens.test.ts › %s is taken out of the address',
    'e2e/journeys/partnerLinks.spec.ts › a minted login is traded before anything else is asked, and no other request ever sees it',
    'web/features/partner/sessionQuery.test.ts › neither the address nor what the order is made with is in the address bar',
  ),
  'V14.2.2': held(
    'no-store on whatever is about somebody; the service worker keeps no answer',
    'server/app/refusals.test.ts › an answer is kept nowhere',
    'e2e/journeys/offline.spec.ts › a whole purchase leaves no answer of the API and no page in any cache',
  ),
  'V14.2.3': held(
    'no tracker of others; points and recordings name nobody',
    'server/tracking/tracking.test.ts › keeps the path and known parameters, and no address or token',
    'e2e/journeys/tracking.spec.ts › of a purchase is told step by step, with nothing of the person in it',
    'web/features/replay/maskEvent.test.ts › nothing of a person is in a page, a change or an input',
  ),
  'V14.2.4': held(
    'retention, redaction, sealing and access, each as its level says',
    'server/account/eraseExpired.test.ts › is the buyer, the profile, the check and the paid orders, for five years after the last of them',
    'server/account/codeLetter.test.ts › a code never lies in the outbox in clear: not while its letter waits, and not after',
    'server/platform/log/log.test.ts › %s is not written at any depth',
    'server/app/isolation.test.ts › %s reads and changes nothing of Anna’s',
  ),
  'V14.3.1': held(
    'a log out clears what is stored, also where a session has ended by itself',
    'e2e/specification/edit.spec.ts › a log out is confirmed, clears what is stored, and says so',
    'web/features/session/session.test.ts › is forgotten with a log out',
    'e2e/journeys/states.spec.ts › leaves nothing that was typed to the next person',
  ),
  'V14.3.2': held('no-store', 'server/app/refusals.test.ts › an answer is kept nowhere'),
  'V14.3.3': open(
    'the forms of the details and of the billing address, and the email address, stand in local storage, as the specification has it: no document numbers, half an hour, cleared when sent or logged out (docs/browser-storage.md)',
  ),

  'V15.1.1': held('days for each gravity', 'SECURITY.md#dependencies'),
  'V15.1.2': held(
    '`npm run sbom`; every package has a hash, and comes from npm’s registry',
    'tools/dependencies/dependencies.test.ts › the bill of materials names each package with its version, licence and hash, and nothing else',
    'tools/checks/fileFaults.test.ts › a lockfile holds hashes and no addresses',
  ),
  'V15.1.3': held('what is costly, and what bounds it', 'docs/access.md#what-is-costly'),
  'V15.2.1': operator(
    'whoever releases or builds compares the bill of materials with what is known of vulnerabilities: that takes a source which changes every day, and no test of a repository has one',
    'SECURITY.md#dependencies',
  ),
  'V15.2.2': held(
    'budgets, queues, threads with limits, and slots',
    'server/providers/bank/iso20022/readInWorkerThread.test.ts › five megabytes hold nothing up, where reading them at once would',
    'server/platform/http/streamSlots.test.ts › all clients together have so many',
    'server/purchase/offer/providerGroup.test.ts › one that hangs is missing after two seconds, and the others are there',
    'server/account/loginWork.test.ts › two thousand who do no work use up nothing; who works gets a code, once',
  ),
  'V15.2.3': held(
    'the product imports no stand-in and no test',
    'tools/checks/importRules.test.ts › product without sandbox',
    'server/app/guard/findStartFaults.test.ts › persons of the sandbox as the first admins',
  ),
  'V15.3.1': held(
    'answers are what the contract names, made by presenters',
    "server/openapi/generateOpenApiDocument.test.ts › its answer's example is one that the server gives",
    'server/app/gateway.test.ts › shows a stranger the bare status, the guest everything, and the buyer after a login',
  ),
  'V15.3.2': held(
    'none is followed',
    'server/providers/redirects.test.ts › %s follows no redirect',
    'server/platform/webhook/postWebhook.test.ts › follows no redirect',
  ),
  'V15.3.3': held(
    'a schema’s own fields alone',
    'server/app/everyAnswer.test.ts › that names fields which are not its own changes none of them',
  ),
  'V15.3.4': held(
    'of named proxies alone, in one form',
    'server/app/gateway.test.ts › so is a blocked address, through the proxies that are trusted and no others',
    'server/platform/ipAddress.test.ts › of IPv4 is the same one in each form',
    'server/platform/http/untrustedProxy.test.ts › a proxy that is not named is said once',
  ),
  'V15.3.5': held(
    'TypeScript in its strictest form, schemas at the edge, === inside',
    'tools/checks/sourceRules.test.ts › values are compared with their type',
    'server/app/fuzz.test.ts › whatever is sent, the answer is an envelope of ours',
  ),
  'V15.3.6': held(
    'maps, and a parser that refuses the names',
    'server/app/everyAnswer.test.ts › that reaches for the prototype is refused, and changes none: %s',
    'server/app/fuzz.test.ts › that was enough',
    'tools/checks/sourceRules.test.ts › keys of objects are not set by what was sent',
  ),
  'V15.3.7': held(
    'a field that comes twice is no text',
    'server/app/everyAnswer.test.ts › that names a field twice in its address is refused, whichever of them was meant',
  ),

  'V16.1.1': held('what is written, where, for whom and how long', 'docs/logs.md#what-is-written'),
  'V16.2.1': held(
    'when, how grave, which call, which client, which order',
    'server/platform/log/log.test.ts › says when, in UTC, and how grave it is',
    'server/app/refusals.test.ts › refused access is logged once, with its client',
    'server/account/accessLog.test.ts › has who, when, from which network and with what kind of device, and no code',
  ),
  'V16.2.2': held(
    'UTC in ISO 8601; rows have the database’s clock',
    'server/platform/log/log.test.ts › says when, in UTC, and how grave it is',
  ),
  'V16.2.3': held(
    'one logger, to the standard output',
    'tools/checks/sourceRules.test.ts › logs are written by the one logger',
    'tools/egress/egress.test.ts › the product reaches out from the files that are named, and from no other',
  ),
  'V16.2.4': held(
    'a line of JSON each',
    'server/platform/log/log.test.ts › is one line of JSON, whatever a stranger has put into it',
  ),
  'V16.2.5': held(
    'secrets and persons are redacted wherever they stand',
    'server/platform/log/log.test.ts › %s is not written at any depth',
    'server/platform/log/log.test.ts › %s is written without its password, wherever it stands',
    'server/purchase/order/redactVendorMessage.test.ts › several in one text',
  ),
  'V16.3.1': held(
    'rows for ninety days, with the kind of login',
    'server/account/accessLog.test.ts › has who, when, from which network and with what kind of device, and no code',
    'server/app/refusals.test.ts › a wrong code',
  ),
  'V16.3.2': held(
    'refused access is a line and a row',
    'server/app/refusals.test.ts › refused access is logged once, with its client',
    'server/account/accessLog.test.ts › has refused access: whose session it was, and which call',
    'server/app/partnerGateway.test.ts › the log says which key was refused and why, and no secret',
  ),
  'V16.3.3': held(
    'wrong codes, unread input, forged webhooks, requests of persons that do not pass',
    'server/app/refusals.test.ts › refused access is logged once, with its client',
    'server/app/webhooks.test.ts › a client with many wrong signatures is told to wait, and its right ones pass all the same',
    'server/operator/persons/forgery.test.ts › 100 forged requests, some forged in several ways: none is done',
  ),
  'V16.3.4': held(
    'a fault has a reference, a vendor that fails its code',
    'server/platform/http/sendError.test.ts › a fault tells its caller a reference, and the log what it was',
    'server/platform/log/log.test.ts › of a refused connection keeps its code, and that of each address',
    'server/platform/jobs/bossQueue.test.ts › another failure is told as it is',
  ),
  'V16.4.1': held(
    'JSON',
    'server/platform/log/log.test.ts › is one line of JSON, whatever a stranger has put into it',
    'server/operator/visibleText.test.ts › what others typed is shown, not obeyed',
  ),
  'V16.4.2': held(
    'the history of decisions is chained and sealed; who may read the standard output is the operator’s',
    'server/platform/audit/sealAudit.test.ts › a line that was written anew',
    'server/platform/audit/sealAudit.test.ts › one whose seals were taken out with its end, by the anchors, and by the process that saw them',
  ),
  'V16.4.3': operator(
    'the standard output is collected by whatever runs the processes; lay AUDIT_ANCHOR_FILE on another machine',
    'docs/logs.md#where-it-goes',
  ),
  'V16.5.1': held(
    'a reference, and nothing of the inside',
    'server/platform/http/sendError.test.ts › a fault tells its caller a reference, and the log what it was',
    'server/app/fuzz.test.ts › whatever is sent, the answer is an envelope of ours',
  ),
  'V16.5.2': held(
    'who is away is left out, waited for, or asked again',
    'server/app/guard/guard.test.ts › a vendor that hangs, or fails in a way of its own, has not answered',
    'server/purchase/offer/providerGroup.test.ts › is left out, tried again by itself, and comes back',
    'server/purchase/conversion/noDeadEnd.test.ts › gives the money back when nothing was bought in the time for it',
  ),
  'V16.5.3': held(
    'nothing is signed without a fresh list, a price and a yes; what a fault interrupts is taken back whole',
    'server/risk/screening.test.ts › a list that is too old, or was never fetched, clears nobody',
    'server/signer/signer.test.ts › while a person has stopped it, or without a price for the fee',
    'server/purchase/order/transitions.test.ts › without a judgement none of them lets money through',
    'server/purchase/order/runStep.test.ts › in what a conclusion writes takes back all of it',
  ),

  ...Object.fromEntries(
    ['17.1.1', '17.2.1', '17.2.2', '17.2.3', '17.2.4', '17.3.1', '17.3.2'].map((id) => [
      `V${id}`,
      inapplicable(NO_WEBRTC),
    ]),
  ),
};
