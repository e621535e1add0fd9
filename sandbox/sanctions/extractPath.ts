/** Path of the files on the raw file host: owner, repository, branch. */
export const EXTRACT_PATH = '/0xB10C/ofac-sanctioned-digital-currency-addresses/lists';
