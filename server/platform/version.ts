/** Of the product, as its processes say it. */
export const VERSION = '0.1.0';
