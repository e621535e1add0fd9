import { AppError } from '../../platform/http/appError.ts';
import type { Session } from '../../platform/http/handlers.ts';

/**
 * Requires recent proof of identity for actions that the holder of a stolen session must not execute. Throws
 * `confirmation_needed`.
 */
export function requireRecentProof({ isProved }: Pick<Session, 'isProved'>): void {
  if (!isProved) throw new AppError('confirmation_needed');
}
