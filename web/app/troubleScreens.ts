import { laterScreen } from './laterScreen.tsx';

const loadTroubleScreens = () => import('../screens/Trouble.tsx');

export const AccessDenied = laterScreen(async () => (await loadTroubleScreens()).AccessDenied);
export const ServerTimeout = laterScreen(async () => (await loadTroubleScreens()).ServerTimeout);
export const NoRespond = laterScreen(async () => (await loadTroubleScreens()).NoRespond);
export const TransactionRestricted = laterScreen(async () => (await loadTroubleScreens()).TransactionRestricted);
export const NotFound = laterScreen(async () => (await loadTroubleScreens()).NotFound);
export const SessionRefused = laterScreen(async () => (await import('../screens/SessionRefused.tsx')).SessionRefused);
/** Not a route: shown by a buying page whose URL names a crypto that is not for sale. */
export const UnknownCrypto = laterScreen(async () => (await loadTroubleScreens()).UnknownCrypto);
