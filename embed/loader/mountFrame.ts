import type { EmbedError } from '@slipway/contract/embed/messages.ts';
import { createEvents, type Listen } from './events.ts';
import { explainSite } from './explainSite.ts';
import { emitMessage, hear } from './hear.ts';
import { addressOf, type MountOptions } from './options.ts';
import { withTokens } from './withTokens.ts';

/** A frame in the site's page. */
export type SlipwayFrame = {
  readonly on: Listen;
  /** Shows the frame anew with other options; a purchase that is already open in its window goes on. */
  update(options: Partial<MountOptions>): void;
  unmount(): void;
};

/** A frame that was refused looks like any other to its page: what is missing is its word. */
const READY_MS = 15_000;
const FIRST_HEIGHT = 400;

/**
 * Scripts, its own origin for its calls, and a window that is free of these limits for the purchase. Without the right to
 * lead the site's own page elsewhere, to start downloads or to open dialogs.
 */
const SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox';

/**
 * Features that the frame is given: none. Payment, passkeys and the camera belong to the window, where nothing is framed, and
 * there is nothing in the frame to copy. Said outright, so that a site which grants them to everybody does not grant them here.
 */
const FEATURES =
  "payment 'none'; publickey-credentials-get 'none'; camera 'none'; microphone 'none'; clipboard-write 'none'";

export function mountFrame(origin: string, element: Element, first: MountOptions): SlipwayFrame {
  const { on, emit } = createEvents();
  let options = first;
  const frame = document.createElement('iframe');
  frame.title = 'Slipway';
  frame.setAttribute('sandbox', SANDBOX);
  frame.allow = FEATURES;
  // The origin alone, whatever the page's own policy is: by it the frame knows which of the partner's sites it is in.
  frame.referrerPolicy = 'strict-origin';
  Object.assign(frame.style, { border: '0', width: '100%', height: `${FIRST_HEIGHT}px` });

  let waiting: ReturnType<typeof setTimeout> | undefined;
  let isReady = false;
  const fail = (error: EmbedError) => {
    clearTimeout(waiting);
    emit('error', error);
  };
  const failUnready = (reason: string) => {
    if (isReady) return;
    console.error(`Slipway: no frame: ${reason}. Run embed-doctor.`);
    fail({ code: 'not_ready', reason });
  };
  const lead = (session?: string) => {
    const address = addressOf(`${origin}/plugin`, { ...options, session, authToken: undefined });
    isReady = false;
    clearTimeout(waiting);
    waiting = setTimeout(() => failUnready(globalThis.crossOriginIsolated ? 'coep' : 'no_answer'), READY_MS);
    // Another address in the same frame would be one more step of the page's history.
    if (frame.src) frame.contentWindow?.location.replace(address);
    else frame.src = address;
    if (!frame.parentNode) element.append(frame);
  };
  // Also of a page that the browser refused to show, which is the site's own fault or that of its registration.
  frame.addEventListener('load', () => {
    if (!isReady) explainSite(origin, options.partnerId, (code) => !isReady && mounted && fail({ code }));
  });
  const hearPolicy = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (effectiveDirective === 'frame-src' && blockedURI.startsWith(origin)) failUnready('csp');
  };
  document.addEventListener('securitypolicyviolation', hearPolicy);
  const stopHearing = hear(
    origin,
    () => frame.contentWindow,
    (message) => {
      if ('height' in message) frame.style.height = `${message.height}px`;
      if (message.type === 'slipway:ready') {
        isReady = true;
        clearTimeout(waiting);
        frame.title = message.title;
        emit('ready', undefined);
      } else emitMessage(emit, message);
    },
  );
  let mounted = true;
  const show = () => {
    const asked = options;
    // A session that comes late is that of options which may be the former ones.
    const isAsked = () => mounted && asked === options;
    withTokens(
      asked,
      (session) => isAsked() && lead(session),
      () => isAsked() && fail({ code: 'session_failed' }),
    );
  };
  show();
  return {
    on,
    update(changed) {
      options = { ...options, ...changed };
      show();
    },
    unmount() {
      mounted = false;
      clearTimeout(waiting);
      stopHearing();
      document.removeEventListener('securitypolicyviolation', hearPolicy);
      frame.remove();
    },
  };
}
