/** The email address at which a person gets alerts, with the salt of its hash. */
export type AlertAddress = { readonly mail: string; readonly salt: string };

/** Returns the text whose SHA-256 a statement contains. Statements are stored permanently, so they do not contain the address. */
export function formatAlertAddress({ mail, salt }: AlertAddress): string {
  return `${salt} ${mail}`;
}
