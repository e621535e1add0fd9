import { randomUUID } from 'node:crypto';
import { z } from 'zod';

const LIFETIME_MS = 5 * 60_000;

/** Parameters of a widget session, which the buyer cannot change. */
export const widgetSchema = z.object({
  apiKey: z.string(),
  referrerDomain: z.string().min(1),
  fiatCurrency: z.string(),
  cryptoCurrencyCode: z.string(),
  network: z.string(),
  fiatAmount: z.coerce.string().optional(),
  cryptoAmount: z.coerce.string().optional(),
  paymentMethod: z.string().default('credit_debit_card'),
  walletAddress: z.string(),
  partnerOrderId: z.string(),
  redirectURL: z.url(),
  email: z.string().default(''),
});

export type WidgetParameters = z.output<typeof widgetSchema>;

/** Links that open once within five minutes; an opened session can be continued. */
export type Sessions = {
  /** Stores a session and returns its id. */
  open(widget: WidgetParameters): string;
  /** Returns the parameters for the first opening of the link; undefined for an opened, expired or unknown session. */
  enter(sessionId: string | undefined): WidgetParameters | undefined;
  /** Returns the parameters of an opened or unexpired session, otherwise undefined. */
  find(sessionId: string | undefined): WidgetParameters | undefined;
};

export function createSessions(now: () => Date): Sessions {
  const sessions = new Map<
    string,
    { readonly widget: WidgetParameters; readonly expiresAt: number; isOpened: boolean }
  >();
  return {
    open(widget) {
      const id = randomUUID();
      sessions.set(id, { widget, expiresAt: now().getTime() + LIFETIME_MS, isOpened: false });
      return id;
    },
    enter(sessionId = '') {
      const session = sessions.get(sessionId);
      if (!session || session.isOpened || now().getTime() >= session.expiresAt) return undefined;
      session.isOpened = true;
      return session.widget;
    },
    find(sessionId = '') {
      const session = sessions.get(sessionId);
      return session && (session.isOpened || now().getTime() < session.expiresAt) ? session.widget : undefined;
    },
  };
}
