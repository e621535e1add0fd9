import { held, inapplicable, open, operator, type Verdicts } from '../verdict.ts';

const NO_WEBRTC = 'the product does not use WebRTC';
const PROXY_TLS = 'the operator’s proxy in front of `api` speaks TLS to the internet';

/** V11 to V17: cryptography, transport, configuration, data, code, logs, WebRTC. */
export const protection: Verdicts = {
  'V11.1.1': held(
    'the linked section lists who has each key, its use and how it is changed',
    'docs/cryptography.md#keys',
  ),
  'V11.1.2': held(
    'the linked section lists keys and algorithms, and a test compares the list with the sources',
    'docs/cryptography.md#algorithms',
    'tools/checks/cryptographyPage.test.ts › docs/cryptography.md names every derived key and every algorithm',
  ),
  'V11.2.1': held(
    'OpenSSL in Node, Web Crypto and the audited libraries @noble and @scure provide the cryptography; the project implements no algorithm',
    'tools/dependencies/dependencies.test.ts › are exactly the approved ones',
    'docs/cryptography.md#algorithms',
  ),
  'V11.2.2': held(
    'each key has a purpose with a version; the former and the new key are both accepted where tokens or data outlive a change',
    'server/purchase/quote/makeQuote.test.ts › is refused with another key, and accepted with a former one',
    'server/platform/webhook/signWebhook.test.ts › accepts a webhook signed with two secrets, knowing %s one',
    'server/purchase/session/partnerSession.test.ts › of a replaced key is accepted for a day, unless the key was replaced at once',
    'docs/cryptography.md#keys',
  ),
  'V11.2.3': open(
    'passkeys with RSA of 2048 bits (112 bits of security) are accepted, since some devices support no other algorithm (server/account/passkeys/relyingParty.ts). SHA-256, AES-256, Ed25519, P-256 and secp256k1 have at least 128',
  ),
  'V11.3.1': held(
    'the sources name no other block mode than GCM',
    'tools/checks/sourceRules.test.ts › only AES-256 with GCM is named',
  ),
  'V11.3.2': held(
    'encryption uses AES-256 with GCM, and for pushes AES-128 with GCM, which RFC 8291 prescribes',
    'tools/checks/sourceRules.test.ts › encryption uses AES-256 with GCM',
    'server/platform/persons/verifyStatement.test.ts › stores a key as PEM, with or without a passphrase',
  ),
  'V11.3.3': held(
    'decryption fails if a byte has changed or the value comes from another row',
    'server/platform/persons/verifyStatement.test.ts › stores a key as PEM, with or without a passphrase',
    'server/platform/sealing.test.ts › refuses to open what was changed, truncated or sealed for another purpose',
  ),
  'V11.4.1': held('the sources create only hashes of SHA-2', 'tools/checks/sourceRules.test.ts › hashes are SHA-2'),
  'V11.4.2': inapplicable('there are no passwords; login codes are hashed by scrypt (V6.5.2)'),
  'V11.4.3': held(
    'hashes have at least 256 bits',
    'tools/checks/sourceRules.test.ts › hashes are SHA-2',
    'server/platform/signature/checkSignature.test.ts › a body has the digest of RFC 9530',
  ),
  'V11.4.4': held(
    'scrypt with N = 2^17, r = 8, p = 1 derives the key from a person’s passphrase',
    'server/platform/sealing.test.ts › derives the key of a passphrase with OWASP’s scrypt parameters and a random salt',
  ),
  'V11.5.1': held(
    'node:crypto generates all secrets, and a token that gives access has at least 160 bits',
    'tools/checks/sourceRules.test.ts › no secret comes from Math.random',
    'server/account/login/loginCode.test.ts › splits a session into two random halves of 256 bits',
  ),
  'V11.6.1': held(
    'people and partners sign with Ed25519, and coins are signed with secp256k1; OpenSSL generates the keys',
    'server/platform/signature/checkSignature.test.ts › accepts its signatures',
    'server/platform/persons/verifyStatement.test.ts › detects any changed byte',
  ),

  'V12.1.1': operator(
    `${PROXY_TLS} and must accept only TLS 1.2 and 1.3. The product’s own connections use Node’s TLS (V12.3.2)`,
    'docs/operating/https.md',
  ),
  'V12.1.2': operator(
    `${PROXY_TLS} and has its own list of ciphers. The product’s own connections use Node’s ciphers, and the start is refused if an option changes them`,
    'docs/operating/https.md',
  ),
  'V12.1.3': inapplicable('no client authenticates with a certificate: partners and people sign'),
  'V12.2.1': operator(
    `${PROXY_TLS}. The product refuses to start with a PUBLIC_URL that is not https://, and sends HSTS`,
    'docs/operating/https.md',
  ),
  'V12.2.2': operator(`${PROXY_TLS} with a certificate that browsers trust`, 'docs/operating/https.md'),
  'V12.3.1': operator(
    'the product refuses to start with plain HTTP, SMTP or PostgreSQL to an address outside private networks (findTransportFaults.test, findStartFaults.test). Within them the operator provides TLS, which some nodes do not support',
    'docs/operating/https.md',
  ),
  'V12.3.2': held(
    'Node checks certificates and names; the product refuses to start if that check is switched off',
    'server/app/guard/findTransportFaults.test.ts › reports by variable name:',
    'tools/checks/sourceRules.test.ts › certificates are checked, and older TLS is not allowed',
  ),
  'V12.3.3': operator(
    'the signer listens on a socket of its machine; the connections from the proxy to `api`, and to nodes, run in the operator’s network',
    'docs/operating/https.md',
  ),
  'V12.3.4': operator(
    'the operator issues the certificates of the database, nodes and collectors in private networks, and sets NODE_EXTRA_CA_CERTS to the authority that signed them',
    'docs/operating/https.md',
  ),

  'V13.1.1': held(
    'docs/egress.md is generated from the vendors’ manifests',
    'docs/egress.md',
    'tools/egress/egress.test.ts › docs/egress.md equals the tables',
  ),
  'V13.2.1': operator(
    'the operator creates the credentials for the database and the vendors, and rotates vendors’ keys. Each process has its own database role, with a certificate where possible (`sslcert` of DATABASE_URL)',
    'docs/operating/secrets.md',
  ),
  'V13.2.2': held(
    'each process has a database role with only the rights that it needs',
    'server/platform/database/roles/roles.test.ts › has exactly the rights in the tables of rights',
    'server/app/api/takenOverApi.test.ts › cannot be unfrozen by the api',
  ),
  'V13.2.3': held(
    'the start refuses secrets of the sandbox, secrets of development tools, and guessable ones',
    'server/app/guard/findStartFaults.test.ts › never reports a random secret as guessable',
    'server/app/guard/findStartFaults.test.ts › a well-known key of development tools',
    'server/main.test.ts › exits with status 1 and reports every fault of the configuration at once',
  ),
  'V13.2.4': held(
    'the vendors’ manifests list the hosts to which the product connects, and two people approve each partner’s endpoint; the calls of the pages reach only the vendor families of `api`',
    'server/app/api/apiEgress.test.ts › connects only to the database and the vendor families of the api when all calls of the pages are made',
    'tools/egress/egress.test.ts › only the listed files open connections',
    'server/providers/redirects.test.ts › %s follows no redirect',
  ),
  'V13.2.5': held(
    'the server reads only the built pages, the folders that a variable names, and the bank’s folder; it connects only to the addresses in docs/egress.md',
    'tools/egress/egress.test.ts › only the listed files open connections',
    'server/platform/http/headers/securityHeaders.test.ts › serves no files outside of it and nothing of a repository: %s',
    'server/providers/bank/folder/folder.test.ts › must be an absolute path',
  ),
  'V13.3.1': operator(
    'each process reads its secrets from its environment, which a vault should fill. The sources contain no secret (secretlint), and the start refuses published ones',
    'docs/operating/secrets.md',
  ),
  'V13.3.2': held(
    'only the signer has the treasury’s keys; an operator’s command line has the key of one person',
    'server/main.test.ts › exits with status 1 and reports every fault of the configuration at once',
    'server/signer/socket/serveSigner.test.ts › restricts the socket to its user and group',
    'server/operator/persons/personCommands.test.ts › is readable only by its owner, and opened by its passphrase',
  ),
  'V13.4.1': held(
    'the only static files that the server serves are those in the build’s folder',
    'server/platform/http/headers/securityHeaders.test.ts › serves no files outside of it and nothing of a repository: %s',
  ),
  'V13.4.2': held(
    'sandbox mode accepts only addresses of this machine; the start refuses Node’s inspector; recordings are disabled by default',
    'server/app/guard/findStartFaults.test.ts › accepts only addresses of this machine, also for vendors’ default addresses',
    'server/app/guard/findTransportFaults.test.ts › reports by variable name:',
    'server/tracking/replay.test.ts › is disabled by default',
  ),
  'V13.4.3': held(
    'the server lists no folder',
    'server/platform/http/headers/securityHeaders.test.ts › has no directory listing: %s',
  ),
  'V13.4.4': held(
    'no call accepts TRACE',
    'server/app/api/everyAnswer.test.ts › with method %s is refused and not echoed',
  ),
  'V13.4.5': held(
    'the API reference is public on purpose; metrics require a token, or a request from this machine',
    'server/platform/metrics/registerMetrics.test.ts › refuses a request that a proxy on this machine forwards: %s',
    'server/platform/metrics/registerMetrics.test.ts › accepts the token from any address',
  ),

  'V14.1.1': held(
    'docs/data-protection.md assigns every table of the database to a level',
    'docs/data-protection.md',
    'server/app/dataProtectionPage.test.ts › docs/data-protection.md lists every table of the database once',
  ),
  'V14.1.2': held('the linked section lists the requirements of each level', 'docs/data-protection.md#levels'),
  'V14.2.1': held(
    'tokens, codes and addresses are sent only in bodies and cookies; a login in a link is exchanged before any other call and removed from the URL',
    'web/app/linkTokens.test.ts › removes the tokens of %s from the URL and returns them',
    'e2e/journeys/partners/partnerLinks.spec.ts › a minted token is exchanged before any other call, and no other request contains it',
    'web/features/partner/sessionQuery.test.ts › contains neither the address nor the session’s proof',
  ),
  'V14.2.2': held(
    'answers with personal data have no-store, and the service worker stores no answer of a call',
    'server/app/api/refusals.test.ts › an answer is cacheable only if it is a public list',
    'e2e/journeys/offline.spec.ts › a whole purchase stores no API response and no page in any cache',
  ),
  'V14.2.3': held(
    'the pages use no third-party tracker; points and recordings contain no personal data',
    'server/tracking/tracking.test.ts › keeps the path and known parameters, and no address or token',
    'e2e/journeys/tracking.spec.ts › reports a purchase step by step without personal data',
    'web/features/replay/maskEvent.test.ts › contain no personal data in a page, a change or an input',
  ),
  'V14.2.4': held(
    'retention, redaction, sealing and access follow the level of the data',
    'server/account/deletion/eraseExpired.test.ts › includes buyer, profile, identity check and paid orders, for five years after the last order',
    'server/account/login/loginCodeMail.test.ts › stores a login code encrypted in the outbox and deletes it after sending',
    'server/platform/log/log.test.ts › %s is redacted at any depth',
    'server/app/api/isolation.test.ts › %s neither reads nor changes Anna’s data',
  ),
  'V14.3.1': held(
    'logout clears the stored data, and so does the end of a session',
    'e2e/specification/menu.spec.ts › logging out asks for confirmation, clears the stored login and shows a message',
    'web/features/session/session.test.ts › is deleted on logging out',
    'e2e/journeys/states.spec.ts › does not show the next person what the previous one typed',
  ),
  'V14.3.2': held(
    'answers with personal data have no-store',
    'server/app/api/refusals.test.ts › an answer is cacheable only if it is a public list',
  ),
  'V14.3.3': open(
    'local storage contains the email address and the unsent forms for personal details and the billing address, as the product’s specification (e2e/specification) requires. The forms contain no document numbers. They are deleted when sent, on logout, and after half an hour or by the next visit (docs/browser-storage.md)',
  ),

  'V15.1.1': held('the linked section states the days for an update by severity', 'SECURITY.md#dependencies'),
  'V15.1.2': held(
    '`npm run sbom` lists all packages; every package has a hash and comes from npm’s registry',
    'tools/dependencies/dependencies.test.ts › the bill of materials names each package with its version, licence and hash, and nothing else',
    'tools/checks/fileFaults.test.ts › requires hashes and no addresses in a lockfile',
  ),
  'V15.1.3': held(
    'the linked section lists the costly operations and the limit of each',
    'docs/access.md#what-is-costly',
  ),
  'V15.2.1': operator(
    'the maintainers compare the bill of materials with known vulnerabilities before a release, and so do operators who build Slipway. The list of vulnerabilities changes every day, so no test of the repository contains it',
    'SECURITY.md#dependencies',
  ),
  'V15.2.2': held(
    'costly operations have budgets, queues, threads with limits, and slots',
    'server/providers/bank/iso20022/readInWorkerThread.test.ts › reads five megabytes without blocking the event loop',
    'server/platform/http/limits/streamSlots.test.ts › limits all clients together',
    'server/purchase/offer/providerGroup.test.ts › omits a provider that does not answer within two seconds, and returns the others',
    'server/account/login/loginWork.test.ts › sends no code for two thousand requests without work, and one code for a solved challenge',
  ),
  'V15.2.3': held(
    'the product imports no stand-in and no test',
    'tools/checks/importRules.test.ts › product without sandbox',
    'server/app/guard/findStartFaults.test.ts › people of the sandbox as first admins',
  ),
  'V15.3.1': held(
    'an answer contains only the fields in the contract, which presenters select',
    'server/openapi/generateOpenApiDocument.test.ts › has an answer example that the server returns',
    'server/app/api/gateway.test.ts › shows a stranger only its status and the guest who created it everything, and refuses another buyer',
  ),
  'V15.3.2': held(
    'no client of the product follows redirects',
    'server/providers/redirects.test.ts › %s follows no redirect',
    'server/platform/webhook/postWebhook.test.ts › follows no redirect',
  ),
  'V15.3.3': held(
    'a call uses only the fields of its own schema',
    'server/app/api/everyAnswer.test.ts › with fields that the call does not accept leaves their stored values unchanged',
  ),
  'V15.3.4': held(
    'the server uses the client’s address only from trusted proxies, and normalizes its notation',
    'server/app/api/gateway.test.ts › refuses a blocked address from X-Forwarded-For only behind a trusted proxy',
    'server/platform/ipAddress.test.ts › of IPv4 is the same in every notation',
    'server/platform/http/untrustedProxy.test.ts › warns once of a proxy that is not in TRUSTED_PROXIES',
  ),
  'V15.3.5': held(
    'the sources are TypeScript in strict mode and compare with ===; schemas check all input',
    'tools/checks/sourceRules.test.ts › values are compared strictly',
    'server/app/api/fuzz.test.ts › every corrupted request is answered with an envelope',
  ),
  'V15.3.6': held(
    'the sources use maps for keys from input, and the JSON parser refuses keys that target the prototype',
    'server/app/api/everyAnswer.test.ts › that targets the prototype is refused and changes none: %s',
    'server/app/api/fuzz.test.ts › sends enough requests, and to every call one that targets the prototype',
    'tools/checks/sourceRules.test.ts › object keys are not taken from input',
  ),
  'V15.3.7': held(
    'a query field that occurs twice is refused as malformed',
    'server/app/api/everyAnswer.test.ts › that names a query field twice is refused',
  ),

  'V16.1.1': held(
    'the linked section lists what is logged, where, who reads it and how long it is kept',
    'docs/logs.md#what-is-written',
  ),
  'V16.2.1': held(
    'each line has the time and the level, and the call, the client and the order where they are known',
    'server/platform/log/log.test.ts › has the time in UTC and the level',
    'server/app/api/refusals.test.ts › refused access is logged once, with its client',
    'server/account/sessions/accessLog.test.ts › records logins and failed logins with network and kind of device, without the code; `logins` lists them',
  ),
  'V16.2.2': held(
    'log lines have the time in UTC (ISO 8601); rows have the database’s time',
    'server/platform/log/log.test.ts › has the time in UTC and the level',
  ),
  'V16.2.3': held(
    'one logger writes all lines, to the standard output',
    'tools/checks/sourceRules.test.ts › logs are written by the one logger',
    'tools/egress/egress.test.ts › only the listed files open connections',
  ),
  'V16.2.4': held(
    'each log entry is one line of JSON',
    'server/platform/log/log.test.ts › is one line of JSON for all values',
  ),
  'V16.2.5': held(
    'the logger redacts secrets and personal data at any depth',
    'server/platform/log/log.test.ts › %s is redacted at any depth',
    'server/platform/log/log.test.ts › %s is logged without its password, in every field',
    'server/purchase/order/stepRunner/redactVendorMessage.test.ts › several secrets in one text',
  ),
  'V16.3.1': held(
    '`access_log` records each login, successful or not, with its kind, for ninety days',
    'server/account/sessions/accessLog.test.ts › records logins and failed logins with network and kind of device, without the code; `logins` lists them',
    'server/app/api/refusals.test.ts › a wrong code, and a new code that is requested too soon',
  ),
  'V16.3.2': held(
    'each refused access is logged and recorded in `access_log`',
    'server/app/api/refusals.test.ts › refused access is logged once, with its client',
    'server/account/sessions/accessLog.test.ts › records each refused access with its call and the buyer of the session',
    'server/app/api/partnerGateway.test.ts › the log names the refused key and the reason, and contains no secret',
  ),
  'V16.3.3': held(
    'the product logs wrong codes, malformed input, forged webhooks and invalid statements of people',
    'server/app/api/refusals.test.ts › refused access is logged once, with its client',
    'server/app/api/webhooks.test.ts › limits a client with many invalid signatures, and still accepts its valid ones',
    'server/operator/persons/forgery.test.ts › refuses the forged ones of 100 requests, some forged in several ways, and executes the honest ones',
  ),
  'V16.3.4': held(
    'an unexpected error is logged with a reference and its cause, and a vendor’s failure with its code',
    'server/platform/http/errors/sendError.test.ts › returns only a reference for a fault, and logs the cause',
    'server/platform/log/log.test.ts › of a refused connection keeps its code and that of each address',
    'server/platform/jobs/bossQueue.test.ts › logs any other failure unchanged',
  ),
  'V16.4.1': held(
    'log entries are encoded as JSON',
    'server/platform/log/log.test.ts › is one line of JSON for all values',
    'server/platform/text/escapeText.test.ts › escapes control characters in foreign text',
  ),
  'V16.4.2': held(
    'the audit trail is chained and sealed; the operator controls access to the standard output',
    'server/platform/audit/sealAudit.test.ts › a line that was rewritten',
    'server/platform/audit/sealAudit.test.ts › a trail whose end and seals were removed, by the anchors and from memory',
  ),
  'V16.4.3': operator(
    'the operator collects the standard output on another machine, and stores AUDIT_ANCHOR_FILE there too',
    'docs/logs.md#where-it-goes',
  ),
  'V16.5.1': held(
    'the answer to an unexpected error contains a reference and no internal detail',
    'server/platform/http/errors/sendError.test.ts › returns only a reference for a fault, and logs the cause',
    'server/app/api/fuzz.test.ts › every corrupted request is answered with an envelope',
  ),
  'V16.5.2': held(
    'a vendor that does not answer is omitted, awaited or queried again',
    'server/app/guard/guard.test.ts › waits for a vendor that hangs or throws',
    'server/purchase/offer/providerGroup.test.ts › that fails repeatedly is skipped, then retried after pauses until it answers',
    'server/purchase/conversion/noDeadEnd.test.ts › is refunded when nothing was bought within the time limit',
  ),
  'V16.5.3': held(
    'no payout is signed without a fresh sanctions list and a price for the fee, and no order advances without an assessment. A failed conclusion is rolled back',
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
