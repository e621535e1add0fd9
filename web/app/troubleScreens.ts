import { laterScreen } from './laterScreen.tsx';

const trouble = () => import('../screens/Trouble.tsx');

export const AccessDenied = laterScreen(async () => (await trouble()).AccessDenied);
export const ServerTimeout = laterScreen(async () => (await trouble()).ServerTimeout);
export const NoRespond = laterScreen(async () => (await trouble()).NoRespond);
export const TransactionRestricted = laterScreen(async () => (await trouble()).TransactionRestricted);
export const NotFound = laterScreen(async () => (await trouble()).NotFound);
export const SessionRefused = laterScreen(async () => (await import('../screens/SessionRefused.tsx')).SessionRefused);
/** Not a route: what a buying page shows when its address names a crypto that is not sold. */
export const UnknownCrypto = laterScreen(async () => (await trouble()).UnknownCrypto);
