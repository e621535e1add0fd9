import { held, inapplicable, type Verdicts } from '../verdict.ts';

const NO_GRAPHQL = 'there is no GraphQL';
const NO_WEBSOCKET = 'there are no WebSockets: pages hear of changes by server-sent events, which are plain requests';

/** V3, V4 and V5: browser, API and protocols, files. */
export const frontendAndFiles: Verdicts = {
  'V3.2.1': held(
    'answers say their type and forbid guessing; a file is an attachment; the reference has an origin of its own',
    'server/app/api/everyAnswer.test.ts › %s %s has the security headers',
    'server/purchase/receipt/receipt.test.ts › is an attachment as a PDF, and is not cached',
    'server/openapi/reference.test.ts › has an opaque origin and may fetch nothing',
  ),
  'V3.2.2': held(
    'React and textContent; no page sets HTML, and Trusted Types would refuse it',
    'tools/checks/sourceRules.test.ts › no text is inserted as markup',
    'server/platform/http/headers/securityHeaders.test.ts › is registered under the app’s trusted types policies',
  ),
  'V3.3.1': held(
    'each is Secure with the __Host- prefix',
    'server/app/api/everyAnswer.test.ts › sets every cookie as host-only, Secure and HttpOnly',
    'web/api/choiceCookie.test.ts › over HTTPS a choice is stored only for this host and never sent unencrypted',
  ),
  'V3.3.2': held(
    'SameSite=Lax: a page of another site brings none along when it posts',
    'server/app/api/everyAnswer.test.ts › sets every cookie as host-only, Secure and HttpOnly',
    'web/api/choiceCookie.test.ts › over HTTPS a choice is stored only for this host and never sent unencrypted',
  ),
  'V3.3.3': held(
    'all have __Host-; none is shared',
    'server/app/api/everyAnswer.test.ts › sets every cookie as host-only, Secure and HttpOnly',
    'web/browserStorage.test.ts › the document lists every cookie that a page sets',
  ),
  'V3.3.4': held(
    'the session is two halves: the cookie is HttpOnly and told nowhere else; the token in the body opens nothing without it',
    'server/app/api/everyAnswer.test.ts › sets every cookie as host-only, Secure and HttpOnly',
    'server/app/api/gateway.test.ts › needs both the token and the cookie, and is ended by the server',
  ),
  'V3.4.1': held('two years, with subdomains', 'server/app/api/everyAnswer.test.ts › %s %s has the security headers'),
  'V3.4.2': held(
    'no answer allows another origin, but the loader of partners’ pages, which is the same for everybody',
    'server/app/api/everyAnswer.test.ts › %s %s has the security headers',
    'server/platform/http/headers/securityHeaders.test.ts › %s is not readable by other origins',
  ),
  'V3.4.3': held(
    'default-src none, own scripts, Trusted Types; the acquirer’s origins on its pages alone',
    'server/app/api/everyAnswer.test.ts › %s %s has the security headers',
    'server/platform/http/headers/securityHeaders.test.ts › the acquirer’s origins are allowed only on its pages',
    'server/platform/http/errors/invalidRequests.test.ts › answers %s with the security headers',
  ),
  'V3.4.4': held(
    'nosniff on all, broken requests included',
    'server/app/api/everyAnswer.test.ts › %s %s has the security headers',
    'server/platform/http/errors/invalidRequests.test.ts › answers %s with the security headers',
  ),
  'V3.4.5': held('no-referrer on all', 'server/app/api/everyAnswer.test.ts › %s %s has the security headers'),
  'V3.4.6': held(
    'nobody, but a partner’s registered origins on the plugin’s page',
    'server/platform/http/headers/securityHeaders.test.ts › is refused for %s',
    'web/routePolicies.test.ts › no site may frame %s, not even a partner',
    'e2e/journeys/partners/plugin.spec.ts › only registered partners may frame the plugin, and no other page can be framed',
  ),
  'V3.5.1': held(
    'a call that matters carries the token in its body, which another site does not have, and is JSON',
    'server/app/api/gateway.test.ts › needs both the token and the cookie, and is ended by the server',
    'server/app/api/everyAnswer.test.ts › cannot send a call as %s, which needs no CORS preflight',
  ),
  'V3.5.2': held(
    'bodies are JSON alone, for which a browser asks leave first; no leave is given',
    'server/app/api/everyAnswer.test.ts › cannot send a call as %s, which needs no CORS preflight',
    'server/app/api/everyAnswer.test.ts › gets no permission from a CORS preflight',
  ),
  'V3.5.3': held(
    'what changes anything is POST',
    'server/app/api/everyAnswer.test.ts › changes nothing by a link or an image: GET is accepted only for reads',
  ),
  'V3.5.4': held(
    'the buy page has an origin of its own; partners’ pages are other origins, and the reference is put into an opaque one',
    'server/openapi/reference.test.ts › has an opaque origin and may fetch nothing',
    'e2e/journeys/partners/embed.spec.ts › the shop ignores messages from its own window and from another frame of the product’s origin',
  ),
  'V3.5.5': held(
    'messages are read by a schema, and from the one window and origin that they are expected from',
    'embed/loader/mountFrame.test.ts › are ignored from another origin in the same frame',
    'contract/embed/messages.test.ts › keeps only known fields, so that later ones do not affect a pinned loader',
    'web/features/opener/opener.test.ts › receives nothing at %s, whatever the link contains',
  ),
  'V3.7.1': held(
    'HTML, CSS and scripts of the build; the policy forbids plug-ins',
    'server/app/api/everyAnswer.test.ts › %s %s has the security headers',
  ),
  'V3.7.2': held(
    'back to a partner’s registered addresses, to a provider’s page that the server has named, or to another cell of the operator’s',
    'server/partner/allowedRedirect.test.ts › allows %j for the shop only',
    'e2e/journeys/buyPages.spec.ts › a redirect leads only to URLs of the partner',
    'server/app/api/cells.test.ts › to a host in the request line',
  ),

  'V4.1.1': held(
    'type and charset, on every answer',
    'server/app/api/everyAnswer.test.ts › %s %s has the security headers',
  ),
  'V4.1.2': held(
    'the server leads nobody from HTTP to HTTPS; a proxy may do so for pages',
    'server/app/api/everyAnswer.test.ts › never redirects to HTTPS, which would hide that a call was sent unencrypted',
  ),
  'V4.1.3': held(
    'forwarded addresses are believed of named proxies alone',
    'server/app/api/gateway.test.ts › refuses a blocked address from X-Forwarded-For only behind a trusted proxy',
    'server/app/api/refusals.test.ts › is unknown behind an untrusted proxy',
    'server/app/api/partnerFuzz.test.ts › answers 401 for any corrupted authentication header',
  ),
  'V4.2.1': held(
    'Node’s parser refuses what has two lengths',
    'server/platform/http/errors/invalidRequests.test.ts › a length beside chunks',
    'server/platform/http/errors/invalidRequests.test.ts › two lengths',
  ),
  'V4.3.1': inapplicable(NO_GRAPHQL),
  'V4.3.2': inapplicable(NO_GRAPHQL),
  'V4.4.1': inapplicable(NO_WEBSOCKET),
  'V4.4.2': inapplicable(NO_WEBSOCKET),
  'V4.4.3': inapplicable(NO_WEBSOCKET),
  'V4.4.4': inapplicable(NO_WEBSOCKET),

  'V5.1.1': held('which files are read, how large, and what becomes of one that is wrong', 'docs/access.md#files'),
  'V5.2.1': held(
    'bank files up to 32 MB in a thread with limits; bodies of calls up to 64 KiB',
    'server/providers/bank/iso20022/iso20022.test.ts › refuses a valid file of 50 MB as too large',
    'server/providers/bank/iso20022/readInWorkerThread.test.ts › refuses a file that takes too much %s',
    'server/app/api/fuzz.test.ts › 64 KiB and one byte',
  ),
  'V5.2.2': held(
    'files of the bank are judged by what they hold: encoding, message, version, sums',
    'server/providers/bank/iso20022/iso20022.test.ts › an encoding that is not the file’s',
    'server/purchase/refund/bankStatements.test.ts › is refused as a whole with the account’s number, and pays nothing',
  ),
  'V5.2.3': held(
    'nothing that comes is inflated: a compressed body is another media type or no JSON',
    'server/app/api/everyAnswer.test.ts › with a compressed body is refused without inflating it',
  ),
  'V5.3.1': inapplicable('no file that somebody sends is kept where it could be asked for'),
  'V5.3.2': held(
    'names of files are drawn by the product; in the bank’s folder links and folders are passed by; pages are a list made at the build',
    'server/providers/bank/folder/folder.test.ts › ignores links and folders',
    'server/platform/http/headers/securityHeaders.test.ts › serves no files outside of it and nothing of a repository: %s',
  ),
  'V5.4.1': held(
    'a receipt is named by the server',
    'server/purchase/receipt/receipt.test.ts › is an attachment as a PDF, and is not cached',
  ),
  'V5.4.2': held(
    'of the order’s number, which is capitals and digits',
    'server/purchase/receipt/receipt.test.ts › is an attachment as a PDF, and is not cached',
  ),
  'V5.4.3': inapplicable(
    'no file that came from somebody is handed to another; documents of buyers stay at the verifier',
  ),
};
