import { createHmac } from 'node:crypto';
import { getRoleName, type RoleName } from '../../server/platform/database/roles/roleNames.ts';

/**
 * Returns the URL of the embedded database with the role of one process. The role's password is derived from the owner's
 * password, so that `npm run operate` can derive the password that `npm start` has set.
 */
export function roleUrl(ownersUrl: string, role: RoleName): string {
  const url = new URL(ownersUrl);
  const password = createHmac('sha256', url.password).update(role).digest('base64url');
  return Object.assign(url, { username: getRoleName(role), password }).href;
}
