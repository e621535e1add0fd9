import type { EmbedError } from '@slipway/contract/embed/messages.ts';
import { createEvents, type Listen } from './events.ts';
import { explainSite } from './explainSite.ts';
import { buildPageUrl, type MountOptions } from './options.ts';
import { emitMessage, receiveMessages } from './receiveMessages.ts';
import { withTokens } from './withTokens.ts';

/** A frame in the site's page. */
export type SlipwayFrame = {
  readonly on: Listen;
  /** Reloads the frame with changed options; a purchase that is already open in its window continues. */
  update(options: Partial<MountOptions>): void;
  unmount(): void;
};

/** A blocked frame looks like a loaded one to its page; only its message is missing. */
const READY_TIMEOUT_MS = 15_000;
const FIRST_HEIGHT = 400;

/**
 * Allows scripts, the frame's own origin for its calls, and a purchase window without these restrictions. The frame cannot
 * navigate the site's page, start downloads or open dialogs.
 */
const SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox';

/**
 * Features that the frame may use: none. Payment, passkeys and the camera are used in the window, and the frame contains
 * nothing to copy. Denied explicitly, so that a site which grants them to all frames does not grant them here.
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
  // Sends only the origin, regardless of the page's own policy; the frame identifies the partner's site by it.
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
    const address = buildPageUrl(`${origin}/plugin`, { ...options, session, authToken: undefined });
    isReady = false;
    clearTimeout(waiting);
    waiting = setTimeout(() => failUnready(globalThis.crossOriginIsolated ? 'coep' : 'no_answer'), READY_TIMEOUT_MS);
    // Setting `src` again would add an entry to the page's history.
    if (frame.src) frame.contentWindow?.location.replace(address);
    else frame.src = address;
    if (!frame.parentNode) element.append(frame);
  };
  // Also fires for a page that the browser refused to display because of the site's own fault or its registration.
  frame.addEventListener('load', () => {
    if (!isReady) explainSite(origin, options.partnerId, (code) => !isReady && mounted && fail({ code }));
  });
  const receivePolicyViolation = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (effectiveDirective === 'frame-src' && blockedURI.startsWith(origin)) failUnready('csp');
  };
  document.addEventListener('securitypolicyviolation', receivePolicyViolation);
  const stopHearing = receiveMessages(
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
    const requestedOptions = options;
    // Ignores a late session of previous options.
    const isRequested = () => mounted && requestedOptions === options;
    withTokens(
      requestedOptions,
      (session) => isRequested() && lead(session),
      () => isRequested() && fail({ code: 'session_failed' }),
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
      document.removeEventListener('securitypolicyviolation', receivePolicyViolation);
      frame.remove();
    },
  };
}
