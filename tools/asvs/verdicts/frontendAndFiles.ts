import { held, inapplicable, type Verdicts } from '../verdict.ts';

const NO_GRAPHQL = 'there is no GraphQL';
const NO_WEBSOCKET = 'there are no WebSockets: pages receive changes by server-sent events, which are plain requests';

/** V3, V4 and V5: browser, API and protocols, files. */
export const frontendAndFiles: Verdicts = {
  'V3.2.1': held(
    'answers have a content type and nosniff; files are attachments; the API reference has an opaque origin',
    'server/app/api/everyAnswer.test.ts › %s %s has the security headers',
    'server/purchase/receipt/receipt.test.ts › is an attachment as a PDF, and is not cached',
    'server/openapi/reference.test.ts › has an opaque origin and may fetch nothing',
  ),
  'V3.2.2': held(
    'pages insert text with React or textContent and never as HTML; Trusted Types would refuse HTML',
    'tools/checks/sourceRules.test.ts › no text is inserted as markup',
    'server/platform/http/headers/securityHeaders.test.ts › is registered under the app’s trusted types policies',
  ),
  'V3.3.1': held(
    'every cookie is Secure and has the prefix __Host-',
    'server/app/api/everyAnswer.test.ts › sets every cookie as host-only, Secure and HttpOnly',
    'web/api/choiceCookie.test.ts › over HTTPS a choice is stored only for this host and never sent unencrypted',
  ),
  'V3.3.2': held(
    'every cookie has SameSite=Lax or Strict: browsers do not send it with a POST from another site',
    'server/app/api/everyAnswer.test.ts › sets every cookie as host-only, Secure and HttpOnly',
    'web/api/choiceCookie.test.ts › over HTTPS a choice is stored only for this host and never sent unencrypted',
  ),
  'V3.3.3': held(
    'every cookie has the prefix __Host-, and none is shared with another host',
    'server/app/api/everyAnswer.test.ts › sets every cookie as host-only, Secure and HttpOnly',
    'web/browserStorage.test.ts › the document lists every cookie that a page sets',
  ),
  'V3.3.4': held(
    'a session needs both an HttpOnly cookie and a token in the body. No body contains the cookie’s value, and the token opens nothing without the cookie',
    'server/app/api/everyAnswer.test.ts › sets every cookie as host-only, Secure and HttpOnly',
    'server/app/api/gateway.test.ts › needs both the token and the cookie, and is ended by the server',
  ),
  'V3.4.1': held(
    'every answer sets HSTS for two years, with subdomains',
    'server/app/api/everyAnswer.test.ts › %s %s has the security headers',
  ),
  'V3.4.2': held(
    'no answer allows another origin to read it, except the loader for partners’ pages, which is the same for every caller',
    'server/app/api/everyAnswer.test.ts › %s %s has the security headers',
    'server/platform/http/headers/securityHeaders.test.ts › %s is not readable by other origins',
  ),
  'V3.4.3': held(
    'the policy has default-src none, allows only the product’s scripts and requires Trusted Types; only the card pages also allow the acquirer’s origins',
    'server/app/api/everyAnswer.test.ts › %s %s has the security headers',
    'server/platform/http/headers/securityHeaders.test.ts › the acquirer’s origins are allowed only on its pages',
    'server/platform/http/errors/invalidRequests.test.ts › answers %s with the security headers',
  ),
  'V3.4.4': held(
    'every answer has nosniff, including those to malformed requests',
    'server/app/api/everyAnswer.test.ts › %s %s has the security headers',
    'server/platform/http/errors/invalidRequests.test.ts › answers %s with the security headers',
  ),
  'V3.4.5': held(
    'every answer has the policy no-referrer',
    'server/app/api/everyAnswer.test.ts › %s %s has the security headers',
  ),
  'V3.4.6': held(
    'frame-ancestors is none, except on the plugin’s page, where it lists the partner’s registered origins',
    'server/platform/http/headers/securityHeaders.test.ts › is refused for %s',
    'web/routePolicies.test.ts › no site may frame %s, not even a partner',
    'e2e/journeys/partners/plugin.spec.ts › only registered partners may frame the plugin, and no other page can be framed',
  ),
  'V3.5.1': held(
    'a sensitive call is JSON and has the session’s token in its body, which another site does not know',
    'server/app/api/gateway.test.ts › needs both the token and the cookie, and is ended by the server',
    'server/app/api/everyAnswer.test.ts › cannot send a call as %s, which needs no CORS preflight',
  ),
  'V3.5.2': held(
    'bodies must be JSON, so a browser sends a CORS preflight before a cross-site call; the server grants no permission',
    'server/app/api/everyAnswer.test.ts › cannot send a call as %s, which needs no CORS preflight',
    'server/app/api/everyAnswer.test.ts › gets no permission from a CORS preflight',
  ),
  'V3.5.3': held(
    'every call that changes data uses POST',
    'server/app/api/everyAnswer.test.ts › changes nothing by a link or an image: GET is accepted only for reads',
  ),
  'V3.5.4': held(
    'the pages of the product have their own origin; partners’ pages have other origins, and the API reference has an opaque one',
    'server/openapi/reference.test.ts › has an opaque origin and may fetch nothing',
    'e2e/journeys/partners/embed.spec.ts › the shop ignores messages from its own window and from another frame of the product’s origin',
  ),
  'V3.5.5': held(
    'a page accepts messages only from the expected window and origin, and a schema checks each',
    'embed/loader/mountFrame.test.ts › are ignored from another origin in the same frame',
    'contract/embed/messages.test.ts › keeps only known fields, so that fields of later versions do not affect a pinned loader',
    'web/features/opener/opener.test.ts › receives nothing at %s, regardless of the link',
  ),
  'V3.7.1': held(
    'the pages consist of HTML, CSS and scripts of the build, and their policy forbids plug-ins',
    'server/app/api/everyAnswer.test.ts › %s %s has the security headers',
  ),
  'V3.7.2': held(
    'a redirect leads only to a partner’s registered address, to a provider’s page that the server has chosen, or to another cell of the operator',
    'server/partner/allowedRedirect.test.ts › allows %j for the shop only',
    'e2e/journeys/buyPages.spec.ts › a redirect leads only to URLs of the partner',
    'server/app/api/cells.test.ts › to a host in the request line',
  ),

  'V4.1.1': held(
    'every answer has a content type with its charset',
    'server/app/api/everyAnswer.test.ts › %s %s has the security headers',
  ),
  'V4.1.2': held(
    'the server never redirects from HTTP to HTTPS; a proxy may do so for pages',
    'server/app/api/everyAnswer.test.ts › never redirects to HTTPS, which would hide that a call was sent unencrypted',
  ),
  'V4.1.3': held(
    'the server uses X-Forwarded-For only from the proxies that TRUSTED_PROXIES lists',
    'server/app/api/gateway.test.ts › refuses a blocked address from X-Forwarded-For only behind a trusted proxy',
    'server/app/api/refusals.test.ts › behind an untrusted proxy is refused, since its region is unknown',
    'server/app/api/partnerFuzz.test.ts › answers 401 for any corrupted authentication header',
  ),
  'V4.2.1': held(
    'Node’s parser refuses a request with two lengths, or with a length and chunks',
    'server/platform/http/errors/invalidRequests.test.ts › a length beside chunks',
    'server/platform/http/errors/invalidRequests.test.ts › two lengths',
  ),
  'V4.3.1': inapplicable(NO_GRAPHQL),
  'V4.3.2': inapplicable(NO_GRAPHQL),
  'V4.4.1': inapplicable(NO_WEBSOCKET),
  'V4.4.2': inapplicable(NO_WEBSOCKET),
  'V4.4.3': inapplicable(NO_WEBSOCKET),
  'V4.4.4': inapplicable(NO_WEBSOCKET),

  'V5.1.1': held(
    'the linked section lists which files the product reads, their maximum size, and how it handles an invalid one',
    'docs/access.md#files',
  ),
  'V5.2.1': held(
    'a separate thread with limits reads bank files of up to 32 MB; bodies of calls have at most 64 KiB, and `sendEvidence` of the console at most 6.3 MB',
    'server/providers/bank/iso20022/iso20022.test.ts › refuses a valid file of 50 MB as too large',
    'server/providers/bank/iso20022/readInWorkerThread.test.ts › refuses a file that takes too much %s',
    'server/app/api/fuzz.test.ts › 64 KiB and one byte',
  ),
  'V5.2.2': held(
    'bank files are checked by their content: the encoding, the message, the version and the sums',
    'server/providers/bank/iso20022/iso20022.test.ts › an encoding that is not the file’s',
    'server/purchase/refund/bankStatements.test.ts › is refused as a whole with the account’s number, and pays nothing',
  ),
  'V5.2.3': held(
    'the server decompresses no request: a compressed body is refused as another media type or as malformed JSON',
    'server/app/api/everyAnswer.test.ts › with a compressed body is refused without inflating it',
  ),
  'V5.3.1': inapplicable('no uploaded file is stored where a URL could reach it'),
  'V5.3.2': held(
    'the product chooses the names of its files; it ignores links and folders in the bank’s folder; the build lists the pages’ files',
    'server/providers/bank/folder/folder.test.ts › ignores links and folders',
    'server/platform/http/headers/securityHeaders.test.ts › serves no files outside of it and nothing of a repository: %s',
  ),
  'V5.4.1': held(
    'the server chooses the receipt’s file name',
    'server/purchase/receipt/receipt.test.ts › is an attachment as a PDF, and is not cached',
  ),
  'V5.4.2': held(
    'the file name contains the order’s number, which consists of capital letters and digits',
    'server/purchase/receipt/receipt.test.ts › is an attachment as a PDF, and is not cached',
  ),
  'V5.4.3': inapplicable(
    'no uploaded file is served to another user: evidence of staff goes to the acquirer, and buyers’ documents stay at the verifier',
  ),
};
