/** Where the files lie on the host of raw files: owner, repository, branch. */
export const EXTRACT_PATH = '/0xB10C/ofac-sanctioned-digital-currency-addresses/lists';
