import { isIP } from 'node:net';
import { isPublicAddress } from '../../region/publicAddress.ts';

const LOCAL_NAMES = /^(?:localhost|[^.]+|.+\.(?:localhost|local|internal|home\.arpa))$/i;

/** What nodemailer reads out of an address that takes TLS, or the check of the server's name, away again. */
const LOOSENS_TLS = /^(?:ignoreTLS|opportunisticTLS|secure)$|rejectUnauthorized$/i;

/** Whether an address leads no further than this machine or a network of the operator's own. */
export function isOwnNetwork(address: string): boolean {
  const host = hostOf(new URL(address)).replace(/^\[(.*)\]$/, '$1');
  if (host === '' || host.startsWith('/')) return true;
  return isIP(host) === 0 ? LOCAL_NAMES.test(host) : !isPublicAddress(host);
}

const POSTGRES = /^postgres(?:ql)?:$/;

/** Of a database it may be a folder with a socket, and stand in the query. */
function hostOf({ protocol, hostname, searchParams }: URL): string {
  return POSTGRES.test(protocol) ? (searchParams.get('host') ?? decodeURIComponent(hostname)) : hostname;
}

/** Why what is sent to an address could be read or changed on its way; undefined where it could not. */
export function whyUnsafe(address: string): string | undefined {
  if (isOwnNetwork(address)) return undefined;
  const { protocol, searchParams } = new URL(address);
  if (protocol === 'http:') return 'must be an https:// address: http:// is for networks of your own';
  if (POSTGRES.test(protocol) && searchParams.getAll('sslmode').join() !== 'verify-full')
    return 'must have ?sslmode=verify-full at its end: buyers and orders would travel in the clear';
  const loosened = [...searchParams.keys()].find((name) => LOOSENS_TLS.test(name));
  if (loosened) return `must not carry ${loosened}: letters with login codes could go out in the clear`;
  if (protocol === 'smtp:' && searchParams.get('requireTLS') !== 'true')
    return 'must be smtps://, or have ?requireTLS=true at its end: else letters with login codes may go out in the clear';
  return undefined;
}
