import { createEvents, type Listen } from './events.ts';
import { emitMessage, hear } from './hear.ts';
import { addressOf, type PurchaseOptions } from './options.ts';
import { withSession } from './withSession.ts';

/** A purchase in a window. */
export type SlipwayWindow = {
  readonly on: Listen;
  /** Where the purchase is: for a link, when the window was blocked. A session that is still waited for is not in it. */
  readonly url: string;
  /** Leads the window to other options. Without effect once an order is made. */
  update(options: Partial<PurchaseOptions>): void;
  close(): void;
};

/** No event tells that a window of another origin has been closed. */
const LOOK_MS = 500;
const LOOK = 'popup,width=480,height=860';

export function openWindow(origin: string, first: PurchaseOptions): SlipwayWindow {
  const { on, emit } = createEvents();
  let options = first;
  let ordered = false;
  // With an amount the purchase begins; without one the buyer first chooses.
  const page = () =>
    origin +
    (options.amount || options.defaultAmount || options.receiveAmount || options.defaultReceiveAmount
      ? '/order'
      : '/edit');
  const addressWith = (session?: string) => addressOf(page(), options, session);
  let url = addressWith(typeof first.session === 'string' ? first.session : undefined);
  // Before anything is waited for, and with its opener: `noopener` would leave nobody to talk to.
  const opened = window.open(typeof first.session === 'object' ? '' : url, '_blank', LOOK);

  let over = false;
  const end = () => {
    if (over) return;
    over = true;
    clearInterval(looking);
    stopHearing();
    emit('close', undefined);
  };
  const stopHearing = hear(
    origin,
    () => opened,
    (message) => {
      if (message.type === 'slipway:orderCreated') ordered = true;
      if (message.type === 'slipway:close') end();
      else emitMessage(emit, message);
    },
  );
  const looking = setInterval(() => opened?.closed && end(), LOOK_MS);
  const lead = (session?: string) => {
    url = addressWith(session);
    opened?.location.replace(url);
  };
  const fail = () => {
    emit('error', { code: 'session_failed' });
    opened?.close();
  };
  // Told when the caller has had time to listen.
  if (!opened) {
    queueMicrotask(() => {
      emit('error', { code: 'popup_blocked' });
      end();
    });
  } else if (typeof first.session === 'object') withSession(first.session, lead, fail);

  return {
    on,
    get url() {
      return url;
    },
    update(changed) {
      options = { ...options, ...changed };
      if (!ordered && !over) withSession(options.session, lead, fail);
    },
    close() {
      opened?.close();
      end();
    },
  };
}
