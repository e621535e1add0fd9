/** Nobody older is served: such a date of birth is a mistake, or made up. */
export const MAXIMUM_AGE_YEARS = 120;
