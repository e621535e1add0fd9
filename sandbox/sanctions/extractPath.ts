/** Path of the files on GitHub's host of raw files: owner, repository, branch. */
export const EXTRACT_PATH = '/0xB10C/ofac-sanctioned-digital-currency-addresses/lists';
