/** Query parameter of a purchase opened by a partner session; without the session the page must not continue. */
export const OPENED_BY_SESSION_PARAMETER = 'opened';
