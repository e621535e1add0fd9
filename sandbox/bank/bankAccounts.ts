import transferAccounts from '../configuration/transferAccounts.json' with { type: 'json' };

export type AccountHolder = { readonly name: string; readonly account: string };

const ACCOUNTS: ReadonlyMap<string, AccountHolder> = new Map(
  Object.entries(transferAccounts).map(([currency, { accountHolder, account }]) => [
    currency,
    { name: accountHolder, account },
  ]),
);

/** The operator's account at the sandbox's bank, as buyers are told it. It takes every currency without one of its own. */
export const OPERATOR_ACCOUNT: AccountHolder & { readonly bankCode: string } = {
  name: transferAccounts.EUR.accountHolder,
  account: transferAccounts.EUR.account,
  bankCode: transferAccounts.EUR.bankCode,
};

/** Where the bank books a currency. */
export function operatorAccount(currency: string): AccountHolder {
  return ACCOUNTS.get(currency) ?? OPERATOR_ACCOUNT;
}

export function isOperatorAccount(account: string): boolean {
  return [...ACCOUNTS.values()].some((own) => own.account === account);
}

/** The payer of a transfer that names none. */
export const DEFAULT_PAYER = { name: 'Sam Sample', account: 'NL91ABNA0417164300' } as const;
