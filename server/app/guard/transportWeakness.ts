import { isIP } from 'node:net';
import { isPublicAddress } from '../../region/publicAddress.ts';

const LOCAL_NAMES = /^(?:localhost|[^.]+|.+\.(?:localhost|local|internal|home\.arpa))$/i;

/** Parameters that make nodemailer disable TLS or the check of the server's name. */
const LOOSENS_TLS = /^(?:ignoreTLS|opportunisticTLS|secure)$|rejectUnauthorized$/i;

/** Returns true if an address is on this machine or in a private network. */
export function isPrivateNetworkUrl(address: string): boolean {
  const host = readHost(new URL(address)).replace(/^\[(.*)\]$/, '$1');
  if (host === '' || host.startsWith('/')) return true;
  return isIP(host) === 0 ? LOCAL_NAMES.test(host) : !isPublicAddress(host);
}

const POSTGRES = /^postgres(?:ql)?:$/;

/** Returns the host; for a database it may be in the query, and may be a socket's folder. */
function readHost({ protocol, hostname, searchParams }: URL): string {
  return POSTGRES.test(protocol) ? (searchParams.get('host') ?? decodeURIComponent(hostname)) : hostname;
}

/** Returns why the traffic to an address could be read or changed on its way; undefined if it could not. */
export function findTransportWeakness(address: string): string | undefined {
  if (isPrivateNetworkUrl(address)) return undefined;
  const { protocol, searchParams } = new URL(address);
  if (protocol === 'http:') return 'must be an https:// address: http:// is only for private networks';
  if (POSTGRES.test(protocol) && searchParams.getAll('sslmode').join() !== 'verify-full')
    return 'must have ?sslmode=verify-full at its end: buyers and orders would travel in the clear';
  const loosened = [...searchParams.keys()].find((name) => LOOSENS_TLS.test(name));
  if (loosened) return `must not carry ${loosened}: emails with login codes could be sent unencrypted`;
  if (protocol === 'smtp:' && searchParams.get('requireTLS') !== 'true')
    return 'must be smtps://, or have ?requireTLS=true at its end: otherwise emails with login codes could be sent unencrypted';
  return undefined;
}
