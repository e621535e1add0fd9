import { AppError } from '../platform/http/appError.ts';
import type { Session } from '../platform/http/handlers.ts';

/** For acts that whoever has got hold of a session must not do. Throws `confirmation_needed`. */
export function requireProved({ isProved }: Pick<Session, 'isProved'>): void {
  if (!isProved) throw new AppError('confirmation_needed');
}
