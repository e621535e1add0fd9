import { NO_ANSWER, TIMED_OUT } from './callError.ts';

/** What the whole app does about an error, before the caller sees it. */
export type ErrorReaction = {
  /** The page that takes over. */
  readonly page: string;
  /** Only for calls without which the page cannot be shown. */
  readonly navigationalOnly?: boolean;
  /** While the browser says that there is no network the screen stays, and a notice says so. */
  readonly onlineOnly?: boolean;
  /** The session is over: say so, remember where the buyer was, and let him log in again. */
  readonly endsSession?: boolean;
};

/** By respCode. An error that is not here is the caller's. */
export const errorReactions: Readonly<Record<string, ErrorReaction>> = {
  '5001': { page: '/access-denied' },
  '5002': { page: '/email-login', endsSession: true },
  '5004': { page: '/transaction-restricted' },
  [TIMED_OUT]: { page: '/server-timeout' },
  [NO_ANSWER]: { page: '/no-respond', navigationalOnly: true, onlineOnly: true },
};
