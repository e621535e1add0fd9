/** How a buyer can pay. Apart from the schemas, so that a page can know the words without the validator. */
export const payMethods = ['credit_debit_card', 'apple_pay', 'google_pay', 'bank_transfer'] as const;
export type PayMethod = (typeof payMethods)[number];
