import transferAccounts from '../configuration/transferAccounts.json' with { type: 'json' };

export type AccountHolder = { readonly name: string; readonly account: string };

const ACCOUNTS: ReadonlyMap<string, AccountHolder> = new Map(
  Object.entries(transferAccounts).map(([currency, { accountHolder, account }]) => [
    currency,
    { name: accountHolder, account },
  ]),
);

/** The operator's euro account at the sandbox's bank. It also receives every currency without an own account. */
export const OPERATOR_ACCOUNT: AccountHolder & { readonly bankCode: string } = {
  name: transferAccounts.EUR.accountHolder,
  account: transferAccounts.EUR.account,
  bankCode: transferAccounts.EUR.bankCode,
};

/** Returns the operator's account that receives a currency. */
export function getOperatorAccount(currency: string): AccountHolder {
  return ACCOUNTS.get(currency) ?? OPERATOR_ACCOUNT;
}

export function isOperatorAccount(account: string): boolean {
  return [...ACCOUNTS.values()].some((own) => own.account === account);
}

/** The default payer of a transfer. */
export const DEFAULT_PAYER = { name: 'Sam Sample', account: 'NL91ABNA0417164300' } as const;
