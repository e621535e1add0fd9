import type { EmbedError } from '@slipway/contract/embed/messages.ts';
import { createEvents, type Listen } from './events.ts';
import { reportSiteFault } from './explainSite.ts';
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

/** Time for the frame's `ready` message. Some blocks, such as COEP's, fire no event, so a missing message is a fault. */
const READY_TIMEOUT_MS = 15_000;
const INITIAL_HEIGHT = 400;

/**
 * Allows scripts, the frame's own origin for its calls, and a purchase window without these restrictions. The frame cannot
 * navigate the site's page, start downloads or open dialogs.
 */
const SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox';

/**
 * Denies these features to the frame. Only the purchase window uses payment, passkeys and the camera, and the frame contains
 * nothing to copy. They are denied explicitly because the site may grant them to all its frames.
 */
const FEATURES =
  "payment 'none'; publickey-credentials-get 'none'; camera 'none'; microphone 'none'; clipboard-write 'none'";

export function mountFrame(origin: string, element: Element, initialOptions: MountOptions): SlipwayFrame {
  const { on, emit } = createEvents();
  let options = initialOptions;
  const frame = document.createElement('iframe');
  frame.title = 'Slipway';
  frame.setAttribute('sandbox', SANDBOX);
  frame.allow = FEATURES;
  // The browser sends the site's origin in the referrer, regardless of the site's own policy. It identifies the partner's
  // site.
  frame.referrerPolicy = 'strict-origin';
  Object.assign(frame.style, { border: '0', width: '100%', height: `${INITIAL_HEIGHT}px` });

  let readyTimer: ReturnType<typeof setTimeout> | undefined;
  let isReady = false;
  const fail = (error: EmbedError) => {
    clearTimeout(readyTimer);
    emit('error', error);
  };
  const failUnready = (reason: string) => {
    if (isReady) return;
    console.error(`Slipway: no frame: ${reason}. Run embed-doctor.`);
    fail({ code: 'not_ready', reason });
  };
  const loadPlugin = (session?: string) => {
    const address = buildPageUrl(`${origin}/plugin`, { ...options, session, authToken: undefined });
    isReady = false;
    clearTimeout(readyTimer);
    readyTimer = setTimeout(() => failUnready(globalThis.crossOriginIsolated ? 'coep' : 'no_answer'), READY_TIMEOUT_MS);
    // Setting `src` again would add an entry to the page's history.
    if (frame.src) frame.contentWindow?.location.replace(address);
    else frame.src = address;
    if (!frame.parentNode) element.append(frame);
  };
  // The browser also fires `load` if it refused to display the page, because of a fault in the site or its registration.
  frame.addEventListener('load', () => {
    if (!isReady) reportSiteFault(origin, options.partnerId, (code) => !isReady && mounted && fail({ code }));
  });
  const receivePolicyViolation = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (effectiveDirective === 'frame-src' && blockedURI.startsWith(origin)) failUnready('csp');
  };
  document.addEventListener('securitypolicyviolation', receivePolicyViolation);
  const stopReceiving = receiveMessages(
    origin,
    () => frame.contentWindow,
    (message) => {
      if ('height' in message) frame.style.height = `${message.height}px`;
      if (message.type === 'slipway:ready') {
        isReady = true;
        clearTimeout(readyTimer);
        frame.title = message.title;
        emit('ready', undefined);
      } else emitMessage(emit, message);
    },
  );
  let mounted = true;
  const show = () => {
    const requestedOptions = options;
    // Ignores a session that resolves after the options were replaced or the frame was unmounted.
    const isRequested = () => mounted && requestedOptions === options;
    withTokens(
      requestedOptions,
      (session) => isRequested() && loadPlugin(session),
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
      clearTimeout(readyTimer);
      stopReceiving();
      document.removeEventListener('securitypolicyviolation', receivePolicyViolation);
      frame.remove();
    },
  };
}
