import type { EmbedFault, EmbedMessage } from '@slipway/contract/embed/messages.ts';
import { createEvents, type Listen } from './events.ts';
import { explainSite } from './explainSite.ts';
import { buildPageUrl, type PurchaseOptions, type WindowOptions } from './options.ts';
import { emitMessage, receiveMessages } from './receiveMessages.ts';
import { hasPromisedToken, withTokens } from './withTokens.ts';

/** A purchase in a window. */
export type SlipwayWindow = {
  readonly on: Listen;
  /**
   * Address of the purchase, for a link if the window was blocked. Empty while a session is awaited, and if a required one
   * failed.
   */
  readonly url: string;
  /** Navigates the window to changed options. Has no effect once an order is created. */
  update(options: Partial<WindowOptions>): void;
  close(): void;
};

/** Polling interval: no event reports that a window of another origin was closed. */
const CLOSED_POLL_MS = 500;
const WINDOW_FEATURES = 'popup,width=480,height=860';

export function openWindow(origin: string, first: WindowOptions): SlipwayWindow {
  const { on, emit } = createEvents();
  let options = first;
  let ordered = false;
  let over = false;
  let url = '';
  let stopped: EmbedFault | undefined;
  let isAnswered = false;
  // Undefined before the attempt.
  let opened: Window | null | undefined;

  const stop = (code: EmbedFault) => {
    stopped = code;
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
        // Ignores a late session of previous options.
        if (requestedOptions !== options) return;
        url = buildPageUrl(origin + chooseStartPage(requestedOptions), { ...requestedOptions, session, authToken });
        if (opened === null) stop('popup_blocked');
        else if (!over) opened?.location.replace(url);
      },
      () => requestedOptions === options && stop('session_failed'),
    );
  };
  const awaited = hasPromisedToken(first);
  // An option without a value is a mistake in the site's script: without its session the purchase would not be fixed.
  if ('session' in first && !first.session) stop('session_failed');
  else show();
  // Opened before any waiting, and without `noopener`, which would make messages impossible.
  opened = stopped ? null : window.open(url, '_blank', first.tab ? '' : WINDOW_FEATURES);
  // Some blockers return a closed window.
  if (opened?.closed) opened = null;

  const post = (message: EmbedMessage) => {
    isAnswered = true;
    if (message.type === 'slipway:orderCreated') ordered = true;
    emitMessage(emit, message);
  };
  const end = followWindow(origin, opened, post, () => {
    over = true;
    emit('close', undefined);
    // A window on a page that does not belong to the partner is severed and then appears closed.
    if (!isAnswered && !stopped) explainSite(origin, options.partnerId, (code) => emit('error', { code }));
  });
  // Emitted after the caller could add listeners, and for a blocked window once its link is known.
  if (stopped || (!awaited && !opened)) queueMicrotask(() => stop(stopped ?? 'popup_blocked'));
  return {
    on,
    get url() {
      return url;
    },
    update(changed) {
      options = { ...options, ...changed };
      if (!ordered && !stopped) show();
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
 * `ended` once.
 */
function followWindow(
  origin: string,
  opened: Window | null,
  post: (message: EmbedMessage) => void,
  ended: () => void,
): () => void {
  let over = false;
  const end = () => {
    if (over) return;
    over = true;
    clearInterval(closedPoll);
    stopHearing();
    ended();
  };
  const stopHearing = receiveMessages(
    origin,
    () => opened,
    (message) => (message.type === 'slipway:close' ? end() : post(message)),
  );
  const closedPoll = setInterval(() => opened?.closed && end(), CLOSED_POLL_MS);
  return end;
}
