import type { EmbedFault, EmbedMessage } from '@slipway/contract/embed/messages.ts';
import { createEvents, type Listen } from './events.ts';
import { explainSite } from './explainSite.ts';
import { emitMessage, hear } from './hear.ts';
import { addressOf, type PurchaseOptions, type WindowOptions } from './options.ts';
import { isAwaited, withTokens } from './withTokens.ts';

/** A purchase in a window. */
export type SlipwayWindow = {
  readonly on: Listen;
  /** Where the purchase is, for a link when the window was blocked. Empty while a session is awaited, and without one that is needed. */
  readonly url: string;
  /** Leads the window to other options. Without effect once an order is made. */
  update(options: Partial<WindowOptions>): void;
  close(): void;
};

/** No event tells that a window of another origin has been closed. */
const LOOK_MS = 500;
const LOOK = 'popup,width=480,height=860';

export function openWindow(origin: string, first: WindowOptions): SlipwayWindow {
  const { on, emit } = createEvents();
  let options = first;
  let ordered = false;
  let over = false;
  let url = '';
  let stopped: EmbedFault | undefined;
  let isHeard = false;
  // Undefined until it was tried.
  let opened: Window | null | undefined;

  const stop = (code: EmbedFault) => {
    stopped = code;
    if (opened === undefined) return;
    emit('error', { code });
    opened?.close();
    end();
  };
  const show = () => {
    const asked = options;
    withTokens(
      asked,
      (session, authToken) => {
        // A session that comes late is that of options which may be the former ones.
        if (asked !== options) return;
        url = addressOf(origin + pageFor(asked), { ...asked, session, authToken });
        if (opened === null) stop('popup_blocked');
        else if (!over) opened?.location.replace(url);
      },
      () => asked === options && stop('session_failed'),
    );
  };
  const awaited = isAwaited(first);
  // A name without a value is a mistake of the site's script: the purchase that it wants fixed would be anybody's.
  if ('session' in first && !first.session) stop('session_failed');
  else show();
  // Before anything is waited for, and with its opener: `noopener` would leave nobody to talk to.
  opened = stopped ? null : window.open(url, '_blank', first.tab ? '' : LOOK);
  // Some blockers give a window that is closed.
  if (opened?.closed) opened = null;

  const tell = (message: EmbedMessage) => {
    isHeard = true;
    if (message.type === 'slipway:orderCreated') ordered = true;
    emitMessage(emit, message);
  };
  const end = follow(origin, opened, tell, () => {
    over = true;
    emit('close', undefined);
    // A window is cut off from a page that is not the partner's, and then looks closed.
    if (!isHeard && !stopped) explainSite(origin, options.partnerId, (code) => emit('error', { code }));
  });
  // Told when the caller has had time to listen, and a blocked window when its link is known.
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

/** With an amount the purchase begins; without one the buyer first chooses. */
function pageFor({ amount, defaultAmount, receiveAmount, defaultReceiveAmount }: PurchaseOptions): string {
  return amount || defaultAmount || receiveAmount || defaultReceiveAmount ? '/order' : '/edit';
}

/** Hears a window until it is closed, or says that it closes, or the function that is given back is called: that is told once. */
function follow(
  origin: string,
  opened: Window | null,
  tell: (message: EmbedMessage) => void,
  ended: () => void,
): () => void {
  let over = false;
  const end = () => {
    if (over) return;
    over = true;
    clearInterval(looking);
    stopHearing();
    ended();
  };
  const stopHearing = hear(
    origin,
    () => opened,
    (message) => (message.type === 'slipway:close' ? end() : tell(message)),
  );
  const looking = setInterval(() => opened?.closed && end(), LOOK_MS);
  return end;
}
