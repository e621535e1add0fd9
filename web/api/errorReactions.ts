import { NO_ANSWER, TIMED_OUT } from './callError.ts';

/** The app-wide reaction to an error, before the caller sees it. */
export type ErrorReaction = {
  /** Page to show instead of the current one. */
  readonly page: string;
  /** Applies only to calls without which the page cannot be shown. */
  readonly navigationalOnly?: boolean;
  /** Does not apply while the browser is offline: the screen stays and a notice explains it. */
  readonly onlineOnly?: boolean;
  /** The session has ended: inform the buyer, store the current page and ask for a new login. */
  readonly endsSession?: boolean;
};

/** Reactions by respCode; other errors are handled by the caller. */
export const errorReactions: Readonly<Record<string, ErrorReaction>> = {
  '5001': { page: '/access-denied' },
  '5002': { page: '/email-login', endsSession: true },
  '5004': { page: '/transaction-restricted' },
  [TIMED_OUT]: { page: '/server-timeout' },
  [NO_ANSWER]: { page: '/no-respond', navigationalOnly: true, onlineOnly: true },
};
