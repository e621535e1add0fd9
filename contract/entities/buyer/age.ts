/** Maximum age of a buyer: an earlier date of birth is a mistake or invented. */
export const MAXIMUM_AGE_YEARS = 120;
