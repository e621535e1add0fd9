import { configurePages } from '../vite.config.ts';

/** The pages for partners' people: built from the console's parts, served by the api. */
export default { ...configurePages(import.meta.dirname, '/partners/', 'The partner pages need'), publicDir: false };
