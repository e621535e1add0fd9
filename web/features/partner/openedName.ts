/** In the query of a purchase that a session has opened: without the session the page must not go on. */
export const OPENED_NAME = 'opened';
