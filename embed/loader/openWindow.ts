import type { EmbedFault, EmbedMessage } from '@slipway/contract/embed/messages.ts';
import { createEvents, type Listen } from './events.ts';
import { reportSiteFault } from './explainSite.ts';
import { buildPageUrl, type PurchaseOptions, type WindowOptions } from './options.ts';
import { emitMessage, receiveMessages } from './receiveMessages.ts';
import { hasPromisedToken, withTokens } from './withTokens.ts';

/** A purchase in a window. */
export type SlipwayWindow = {
  readonly on: Listen;
  /**
   * Address of the purchase, for a link if the window was blocked. Empty while a promised session or login is awaited, and if
   * it failed.
   */
  readonly url: string;
  /** Navigates the window to changed options. Has no effect once an order is created. */
  update(options: Partial<WindowOptions>): void;
  close(): void;
};

/** Polling interval: no event reports that a window of another origin was closed. */
const CLOSED_POLL_MS = 500;
const WINDOW_FEATURES = 'popup,width=480,height=860';

export function openWindow(origin: string, initialOptions: WindowOptions): SlipwayWindow {
  const { on, emit } = createEvents();
  let options = initialOptions;
  let ordered = false;
  let over = false;
  let url = '';
  let fault: EmbedFault | undefined;
  let hasReceivedMessage = false;
  // Undefined until the window has been requested; null if it was blocked or not requested.
  let opened: Window | null | undefined;

  const fail = (code: EmbedFault) => {
    fault = code;
    if (opened === undefined) return;
    emit('error', { code });
    opened?.close();
    end();
  };
  const show = () => {
    const requestedOptions = options;
    withTokens(
      requestedOptions,
      (session, authToken) => {
        // Ignores tokens that resolve after the options were replaced.
        if (requestedOptions !== options) return;
        url = buildPageUrl(origin + chooseStartPage(requestedOptions), { ...requestedOptions, session, authToken });
        if (opened === null) fail('popup_blocked');
        else if (!over) opened?.location.replace(url);
      },
      () => requestedOptions === options && fail('session_failed'),
    );
  };
  const isTokenAwaited = hasPromisedToken(initialOptions);
  // The option `session` without a value is a mistake in the site's script. Without the session, the buyer could change the
  // terms.
  if ('session' in initialOptions && !initialOptions.session) fail('session_failed');
  else show();
  // Opened before any waiting, and without `noopener`, which would make messages impossible.
  opened = fault ? null : window.open(url, '_blank', initialOptions.tab ? '' : WINDOW_FEATURES);
  // Some blockers return a closed window.
  if (opened?.closed) opened = null;

  const post = (message: EmbedMessage) => {
    hasReceivedMessage = true;
    if (message.type === 'slipway:orderCreated') ordered = true;
    emitMessage(emit, message);
  };
  const end = followWindow(origin, opened, post, () => {
    over = true;
    emit('close', undefined);
    // On a page that the partner has not registered, the browser cuts the link to the window, which then appears closed.
    if (!hasReceivedMessage && !fault) reportSiteFault(origin, options.partnerId, (code) => emit('error', { code }));
  });
  // Emitted after the caller could add listeners. With a promised token, `show` reports a blocked window once its link is
  // known.
  if (fault || (!isTokenAwaited && !opened)) queueMicrotask(() => fail(fault ?? 'popup_blocked'));
  return {
    on,
    get url() {
      return url;
    },
    update(changed) {
      options = { ...options, ...changed };
      if (!ordered && !fault) show();
    },
    close() {
      opened?.close();
      end();
    },
  };
}

/** Returns the page to open: with an amount the purchase itself, otherwise the buyer first chooses. */
function chooseStartPage({ amount, defaultAmount, receiveAmount, defaultReceiveAmount }: PurchaseOptions): string {
  return amount || defaultAmount || receiveAmount || defaultReceiveAmount ? '/order' : '/edit';
}

/**
 * Receives messages of a window until it closes, announces that it closes, or the returned function is called; then calls
 * `onEnd` once.
 */
function followWindow(
  origin: string,
  opened: Window | null,
  post: (message: EmbedMessage) => void,
  onEnd: () => void,
): () => void {
  let over = false;
  const end = () => {
    if (over) return;
    over = true;
    clearInterval(closedPoll);
    stopReceiving();
    onEnd();
  };
  const stopReceiving = receiveMessages(
    origin,
    () => opened,
    (message) => (message.type === 'slipway:close' ? end() : post(message)),
  );
  const closedPoll = setInterval(() => opened?.closed && end(), CLOSED_POLL_MS);
  return end;
}
