import type { EmbedMessage } from '@slipway/contract/embed/messages.ts';
import { createEvents, type Listen } from './events.ts';
import { emitMessage, hear } from './hear.ts';
import { addressOf, type PurchaseOptions, type WindowOptions } from './options.ts';
import { withSession } from './withSession.ts';

/** A purchase in a window. */
export type SlipwayWindow = {
  readonly on: Listen;
  /** Where the purchase is: for a link, when the window was blocked. A session is in it once it has come. */
  readonly url: string;
  /** Leads the window to other options. Without effect once an order is made. */
  update(options: Partial<PurchaseOptions>): void;
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
  const addressWith = (session?: string) => addressOf(origin + pageFor(options), options, session);
  let url = addressWith(typeof first.session === 'string' ? first.session : undefined);
  // Before anything is waited for, and with its opener: `noopener` would leave nobody to talk to.
  const opened = window.open(typeof first.session === 'object' ? '' : url, '_blank', first.tab ? '' : LOOK);

  const tell = (message: EmbedMessage) => {
    if (message.type === 'slipway:orderCreated') ordered = true;
    emitMessage(emit, message);
  };
  const end = follow(origin, opened, tell, () => {
    over = true;
    emit('close', undefined);
  });
  const lead = (asked: PurchaseOptions, session?: string) => {
    // A session that comes late is that of options which may be the former ones.
    if (asked !== options) return;
    url = addressWith(session);
    if (!over) opened?.location.replace(url);
  };
  const fail = () => {
    emit('error', { code: 'session_failed' });
    opened?.close();
  };
  const show = () => {
    const asked = options;
    withSession(asked.session, (session) => lead(asked, session), fail);
  };
  if (typeof first.session === 'object') show();
  // Told when the caller has had time to listen. Some blockers give a window that is closed.
  if (!opened || opened.closed) {
    queueMicrotask(() => {
      emit('error', { code: 'popup_blocked' });
      end();
    });
  }
  return {
    on,
    get url() {
      return url;
    },
    update(changed) {
      options = { ...options, ...changed };
      if (!ordered) show();
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
