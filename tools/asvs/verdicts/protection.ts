import { held, inapplicable, open, operator, type Verdicts } from '../verdict.ts';

const NO_WEBRTC = 'there is no WebRTC: no call, no picture, no sound';
const OUTSIDE = 'the proxy in front of `api` speaks TLS to the internet, and is the operator’s';

/** V11 to V17: cryptography, transport, configuration, data, code, logs, WebRTC. */
export const protection: Verdicts = {
  'V11.1.1': held('each key: who has it, for what, how it is changed', 'docs/cryptography.md#keys'),
  'V11.1.2': held(
    'algorithms and keys, compared with the sources by a test',
    'docs/cryptography.md#algorithms',
    'tools/checks/cryptographyPage.test.ts › docs/cryptography.md names every derived key and every algorithm',
  ),
  'V11.2.1': held(
    'OpenSSL of Node, Web Crypto, and @noble and @scure, which were audited; nothing of our own',
    'tools/dependencies/dependencies.test.ts › are exactly the approved ones',
    'docs/cryptography.md#algorithms',
  ),
  'V11.2.2': held(
    'each key has a purpose with a version; two keys are good at once where something lives longer than a change',
    'server/purchase/quote/makeQuote.test.ts › is refused with another key, and accepted with a former one',
    'server/platform/webhook/signWebhook.test.ts › accepts a webhook signed with two secrets by %s one',
    'server/purchase/session/partnerSession.test.ts › of a replaced key is accepted for a day, unless the key was replaced at once',
    'docs/cryptography.md#keys',
  ),
  'V11.2.3': open(
    'passkeys by RSA with 2048 bits (112 bits of security) are taken, since some devices know nothing else (server/account/passkeys/relyingParty.ts); SHA-256, AES-256, Ed25519, P-256 and secp256k1 have 128 and more',
  ),
  'V11.3.1': held('GCM alone', 'tools/checks/sourceRules.test.ts › only AES-256 with GCM is named'),
  'V11.3.2': held(
    'AES-256 with GCM',
    'tools/checks/sourceRules.test.ts › encryption uses AES-256 with GCM',
    'server/platform/persons/verifyStatement.test.ts › stores a key as PEM, with or without a passphrase',
  ),
  'V11.3.3': held(
    'a changed byte, or a row put in another’s place, does not open',
    'server/platform/persons/verifyStatement.test.ts › stores a key as PEM, with or without a passphrase',
    'server/platform/sealing.test.ts › refuses to open what was changed, truncated or sealed for another purpose',
  ),
  'V11.4.1': held('SHA-2', 'tools/checks/sourceRules.test.ts › hashes are SHA-2'),
  'V11.4.2': inapplicable('nobody has a password; codes are hashed by scrypt all the same (V6.5.2)'),
  'V11.4.3': held(
    '256 bits and more',
    'tools/checks/sourceRules.test.ts › hashes are SHA-2',
    'server/platform/signature/checkSignature.test.ts › a body has the digest of RFC 9530',
  ),
  'V11.4.4': held(
    'a person’s passphrase: scrypt with N = 2^17, r = 8, p = 1',
    'server/platform/sealing.test.ts › derives the key of a passphrase with OWASP’s scrypt parameters and a random salt',
  ),
  'V11.5.1': held(
    'node:crypto; 160 bits and more where a token opens something',
    'tools/checks/sourceRules.test.ts › no secret comes from Math.random',
    'server/account/login/loginCode.test.ts › splits a session into two random halves of 256 bits',
  ),
  'V11.6.1': held(
    'Ed25519 for persons and partners, secp256k1 for coins; keys are drawn by OpenSSL',
    'server/platform/signature/checkSignature.test.ts › accepts its signatures',
    'server/platform/persons/verifyStatement.test.ts › detects any changed byte',
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
    'server/app/guard/findTransportFaults.test.ts › reports by variable name:',
    'tools/checks/sourceRules.test.ts › certificates are checked, and older TLS is not allowed',
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
    'tools/egress/egress.test.ts › docs/egress.md equals the tables',
  ),
  'V13.2.1': operator(
    'the database and vendors are opened by credentials that the operator makes: one role of the database for each process, by certificate where it can (`sslcert` of DATABASE_URL), vendors’ keys that are changed',
    'docs/operating/secrets.md',
  ),
  'V13.2.2': held(
    'each process has a role of the database that may what it does, and no more',
    'server/platform/database/roles/roles.test.ts › has exactly the rights in the tables of rights',
    'server/app/api/takenOverApi.test.ts › stays frozen',
  ),
  'V13.2.3': held(
    'secrets of the sandbox, of development tools, and guessable ones are refused at the start',
    'server/app/guard/findStartFaults.test.ts › never reports a random secret as guessable',
    'server/app/guard/findStartFaults.test.ts › a well-known key of development tools',
    'server/main.test.ts › exits with status 1 and reports every fault of the configuration at once',
  ),
  'V13.2.4': held(
    'vendors by the list of manifests, partners’ endpoints as two persons have set them; calls reach no other family',
    'server/app/api/apiEgress.test.ts › connects only to the database and the vendor families of the api when all calls of the pages are made',
    'tools/egress/egress.test.ts › only the listed files open connections',
    'server/providers/redirects.test.ts › %s follows no redirect',
  ),
  'V13.2.5': held(
    'files are the built pages, folders that a variable names, and the bank’s; addresses are those of docs/egress.md',
    'tools/egress/egress.test.ts › only the listed files open connections',
    'server/platform/http/headers/securityHeaders.test.ts › serves no files outside of it and nothing of a repository: %s',
    'server/providers/bank/folder/folder.test.ts › must be an absolute path',
  ),
  'V13.3.1': operator(
    'secrets come from the environment of each process; keep them in a vault that fills it. None is in the sources (secretlint), and the start refuses those that are published',
    'docs/operating/secrets.md',
  ),
  'V13.3.2': held(
    'the treasury’s keys are the signer’s alone; an operator’s command line has one person’s key',
    'server/main.test.ts › exits with status 1 and reports every fault of the configuration at once',
    'server/signer/socket/serveSigner.test.ts › restricts the socket to its user and group',
    'server/operator/persons/personCommands.test.ts › is readable only by its owner, and opened by its passphrase',
  ),
  'V13.4.1': held(
    'the pages’ folder is the build’s; what lies beside it is not served',
    'server/platform/http/headers/securityHeaders.test.ts › serves no files outside of it and nothing of a repository: %s',
  ),
  'V13.4.2': held(
    'the sandbox’s mode reaches this machine alone; inspection by Node and recordings are refused or off',
    'server/app/guard/findStartFaults.test.ts › accepts only addresses of this machine, also for vendors’ default addresses',
    'server/app/guard/findTransportFaults.test.ts › reports by variable name:',
    'server/tracking/replay.test.ts › is disabled by default',
  ),
  'V13.4.3': held(
    'no folder is listed',
    'server/platform/http/headers/securityHeaders.test.ts › has no directory listing: %s',
  ),
  'V13.4.4': held('TRACE is no method of ours', 'server/app/api/everyAnswer.test.ts › with method %s is not echoed'),
  'V13.4.5': held(
    'the reference is for everybody on purpose; metrics take a token, or this machine',
    'server/platform/metrics/registerMetrics.test.ts › refuses a request that a proxy on this machine forwards: %s',
    'server/platform/metrics/registerMetrics.test.ts › accepts the token from any address',
  ),

  'V14.1.1': held(
    'every table of the database has a level',
    'docs/data-protection.md',
    'server/app/dataProtectionPage.test.ts › docs/data-protection.md lists every table of the database once',
  ),
  'V14.1.2': held('what each level asks for', 'docs/data-protection.md#levels'),
  'V14.2.1': held(
    'tokens, codes and addresses go in bodies and cookies; a login that a link brings is traded before anything else is asked',
    'web/app/linkTokens.test.ts › removes the tokens of %s from the URL',
    'e2e/journeys/partners/partnerLinks.spec.ts › a minted token is exchanged before any other call, and no other request contains it',
    'web/features/partner/sessionQuery.test.ts › contains neither the address nor the session’s proof',
  ),
  'V14.2.2': held(
    'no-store on whatever is about somebody; the service worker keeps no answer',
    'server/app/api/refusals.test.ts › an answer is not cacheable',
    'e2e/journeys/offline.spec.ts › a whole purchase stores no API response and no page in any cache',
  ),
  'V14.2.3': held(
    'no tracker of others; points and recordings name nobody',
    'server/tracking/tracking.test.ts › keeps the path and known parameters, and no address or token',
    'e2e/journeys/tracking.spec.ts › reports a purchase step by step without personal data',
    'web/features/replay/maskEvent.test.ts › contain no personal data in a page, a change or an input',
  ),
  'V14.2.4': held(
    'retention, redaction, sealing and access, each as its level says',
    'server/account/deletion/eraseExpired.test.ts › includes buyer, profile, identity check and paid orders, for five years after the last order',
    'server/account/login/codeLetter.test.ts › stores a login code encrypted in the outbox and deletes it after sending',
    'server/platform/log/log.test.ts › %s is redacted at any depth',
    'server/app/api/isolation.test.ts › %s neither reads nor changes Anna’s data',
  ),
  'V14.3.1': held(
    'a log out clears what is stored, also where a session has ended by itself',
    'e2e/specification/menu.spec.ts › logging out asks for confirmation, clears the stored login and shows a message',
    'web/features/session/session.test.ts › is deleted on logging out',
    'e2e/journeys/states.spec.ts › shows the next person nothing that was typed',
  ),
  'V14.3.2': held('no-store', 'server/app/api/refusals.test.ts › an answer is not cacheable'),
  'V14.3.3': open(
    'the forms of the details and of the billing address, and the email address, stand in local storage, as the specification has it: no document numbers, half an hour, cleared when sent or logged out (docs/browser-storage.md)',
  ),

  'V15.1.1': held('days for each gravity', 'SECURITY.md#dependencies'),
  'V15.1.2': held(
    '`npm run sbom`; every package has a hash, and comes from npm’s registry',
    'tools/dependencies/dependencies.test.ts › the bill of materials names each package with its version, licence and hash, and nothing else',
    'tools/checks/fileFaults.test.ts › requires hashes and no addresses in a lockfile',
  ),
  'V15.1.3': held('what is costly, and what bounds it', 'docs/access.md#what-is-costly'),
  'V15.2.1': operator(
    'whoever releases or builds compares the bill of materials with what is known of vulnerabilities: that takes a source which changes every day, and no test of a repository has one',
    'SECURITY.md#dependencies',
  ),
  'V15.2.2': held(
    'budgets, queues, threads with limits, and slots',
    'server/providers/bank/iso20022/readInWorkerThread.test.ts › reads five megabytes without blocking the event loop',
    'server/platform/http/limits/streamSlots.test.ts › limits all clients together',
    'server/purchase/offer/providerGroup.test.ts › omits a provider that does not answer within two seconds, and returns the others',
    'server/account/login/loginWork.test.ts › sends no code to two thousand clients without work, and one code for a solved challenge',
  ),
  'V15.2.3': held(
    'the product imports no stand-in and no test',
    'tools/checks/importRules.test.ts › product without sandbox',
    'server/app/guard/findStartFaults.test.ts › people of the sandbox as first admins',
  ),
  'V15.3.1': held(
    'answers are what the contract names, made by presenters',
    'server/openapi/generateOpenApiDocument.test.ts › has an answer example that the server returns',
    'server/app/api/gateway.test.ts › shows a stranger only the status and its guest everything, and refuses another buyer',
  ),
  'V15.3.2': held(
    'none is followed',
    'server/providers/redirects.test.ts › %s follows no redirect',
    'server/platform/webhook/postWebhook.test.ts › follows no redirect',
  ),
  'V15.3.3': held(
    'a schema’s own fields alone',
    'server/app/api/everyAnswer.test.ts › with fields of another call changes none of them',
  ),
  'V15.3.4': held(
    'of named proxies alone, in one form',
    'server/app/api/gateway.test.ts › refuses a blocked address from X-Forwarded-For only behind a trusted proxy',
    'server/platform/ipAddress.test.ts › of IPv4 is the same in every notation',
    'server/platform/http/untrustedProxy.test.ts › warns once of a proxy that is not in TRUSTED_PROXIES',
  ),
  'V15.3.5': held(
    'TypeScript in its strictest form, schemas at the edge, === inside',
    'tools/checks/sourceRules.test.ts › values are compared strictly',
    'server/app/api/fuzz.test.ts › every corrupted request is answered with an envelope',
  ),
  'V15.3.6': held(
    'maps, and a parser that refuses the names',
    'server/app/api/everyAnswer.test.ts › that targets the prototype is refused and changes none: %s',
    'server/app/api/fuzz.test.ts › sends enough requests, including one that targets the prototype to every call',
    'tools/checks/sourceRules.test.ts › object keys are not taken from input',
  ),
  'V15.3.7': held(
    'a field that comes twice is no text',
    'server/app/api/everyAnswer.test.ts › that names a query field twice is refused',
  ),

  'V16.1.1': held('what is written, where, for whom and how long', 'docs/logs.md#what-is-written'),
  'V16.2.1': held(
    'when, how grave, which call, which client, which order',
    'server/platform/log/log.test.ts › has the time in UTC and the level',
    'server/app/api/refusals.test.ts › refused access is logged once, with its client',
    'server/account/sessions/accessLog.test.ts › records who logged in, when, from which network and with which kind of device, but no code',
  ),
  'V16.2.2': held(
    'UTC in ISO 8601; rows have the database’s clock',
    'server/platform/log/log.test.ts › has the time in UTC and the level',
  ),
  'V16.2.3': held(
    'one logger, to the standard output',
    'tools/checks/sourceRules.test.ts › logs are written by the one logger',
    'tools/egress/egress.test.ts › only the listed files open connections',
  ),
  'V16.2.4': held(
    'a line of JSON each',
    'server/platform/log/log.test.ts › is one line of JSON, whatever the values contain',
  ),
  'V16.2.5': held(
    'secrets and persons are redacted wherever they stand',
    'server/platform/log/log.test.ts › %s is redacted at any depth',
    'server/platform/log/log.test.ts › %s is logged without its password, in every field',
    'server/purchase/order/stepRunner/redactVendorMessage.test.ts › several secrets in one text',
  ),
  'V16.3.1': held(
    'rows for ninety days, with the kind of login',
    'server/account/sessions/accessLog.test.ts › records who logged in, when, from which network and with which kind of device, but no code',
    'server/app/api/refusals.test.ts › a wrong code',
  ),
  'V16.3.2': held(
    'refused access is a line and a row',
    'server/app/api/refusals.test.ts › refused access is logged once, with its client',
    'server/account/sessions/accessLog.test.ts › records each refused access with its call and the buyer of the session',
    'server/app/api/partnerGateway.test.ts › the log names the refused key and the reason, and contains no secret',
  ),
  'V16.3.3': held(
    'wrong codes, unread input, forged webhooks, requests of persons that do not pass',
    'server/app/api/refusals.test.ts › refused access is logged once, with its client',
    'server/app/api/webhooks.test.ts › limits a client with many invalid signatures, and still accepts its valid ones',
    'server/operator/persons/forgery.test.ts › refuses 100 forged requests, some forged in several ways',
  ),
  'V16.3.4': held(
    'a fault has a reference, a vendor that fails its code',
    'server/platform/http/errors/sendError.test.ts › returns only a reference for a fault, and logs the cause',
    'server/platform/log/log.test.ts › of a refused connection keeps its code and that of each address',
    'server/platform/jobs/bossQueue.test.ts › logs any other failure unchanged',
  ),
  'V16.4.1': held(
    'JSON',
    'server/platform/log/log.test.ts › is one line of JSON, whatever the values contain',
    'server/operator/tables/visibleText.test.ts › escapes control characters in foreign text',
  ),
  'V16.4.2': held(
    'the history of decisions is chained and sealed; who may read the standard output is the operator’s',
    'server/platform/audit/sealAudit.test.ts › a line that was rewritten',
    'server/platform/audit/sealAudit.test.ts › a removed end with its seals, by the anchors and by the process that saw them',
  ),
  'V16.4.3': operator(
    'the standard output is collected by whatever runs the processes; lay AUDIT_ANCHOR_FILE on another machine',
    'docs/logs.md#where-it-goes',
  ),
  'V16.5.1': held(
    'a reference, and nothing of the inside',
    'server/platform/http/errors/sendError.test.ts › returns only a reference for a fault, and logs the cause',
    'server/app/api/fuzz.test.ts › every corrupted request is answered with an envelope',
  ),
  'V16.5.2': held(
    'who is away is left out, waited for, or asked again',
    'server/app/guard/guard.test.ts › waits for a vendor that hangs or throws',
    'server/purchase/offer/providerGroup.test.ts › is skipped, retried after a pause, and asked again once it answers',
    'server/purchase/conversion/noDeadEnd.test.ts › refunds the order when nothing was bought within the patience',
  ),
  'V16.5.3': held(
    'nothing is signed without a fresh list, a price and a yes; what a fault interrupts is taken back whole',
    'server/risk/screening.test.ts › clears no address by a list that is too old or was never fetched',
    'server/signer/signer.test.ts › while a person has stopped the signer, or without a price for the fee',
    'server/purchase/order/machine/transitions.test.ts › permit no capture without an assessment',
    'server/purchase/order/stepRunner/runStep.test.ts › while a conclusion is written rolls all its writes back',
  ),

  ...Object.fromEntries(
    ['17.1.1', '17.2.1', '17.2.2', '17.2.3', '17.2.4', '17.3.1', '17.3.2'].map((id) => [
      `V${id}`,
      inapplicable(NO_WEBRTC),
    ]),
  ),
};
