import { z } from 'zod';
import { orderReferences, orderSummary } from '../order.ts';
import { billingAddress, deviceFields, kycDetails, loginEntry, savedAddress, savedCard } from './buyer.ts';
import { listedPasskey } from './passkey.ts';

/** Stored personal data of a buyer, with the field names of the other calls. */
export const buyerExport = z
  .object({
    exportedAt: z.iso.datetime(),
    email: z.string(),
    createdAt: z.iso.datetime(),
    kyc_level: z.int(),
    details: kycDetails.extend({ phone: z.string(), birthDate: z.string() }).nullable(),
    identityCheck: z.object({ provider: z.string(), status: z.string(), updatedAt: z.iso.datetime() }).nullable(),
    billingAddress: billingAddress.nullable(),
    cards: z.array(savedCard),
    addresses: z.array(savedAddress),
    orders: z.array(
      orderSummary.extend({
        address: z.string(),
        walletType: z.string(),
        exchangeName: z.string(),
        ...orderReferences.shape,
        timeline: z.array(z.object({ status: z.string(), at: z.iso.datetime() })),
      }),
    ),
    sessions: z.array(deviceFields.extend({ createdAt: z.iso.datetime(), lastSeenAt: z.iso.datetime() })),
    logins: z.array(loginEntry),
    passkeys: z.array(listedPasskey.omit({ passkeyId: true })),
  })
  .meta({ id: 'BuyerExport' });

export const buyerExportExample: z.output<typeof buyerExport> = {
  exportedAt: '2026-11-21T10:00:00.000Z',
  email: 'anna@example.com',
  createdAt: '2026-11-20T08:30:00.000Z',
  kyc_level: 0,
  details: null,
  identityCheck: null,
  billingAddress: null,
  cards: [],
  addresses: [],
  orders: [],
  sessions: [
    {
      browser: 'Firefox',
      system: 'Linux',
      country: 'DE',
      createdAt: '2026-11-21T09:58:12.000Z',
      lastSeenAt: '2026-11-21T10:00:00.000Z',
    },
  ],
  logins: [
    {
      outcome: 'logged_in',
      by: 'code',
      times: 1,
      at: '2026-11-21T09:58:12.000Z',
      browser: 'Firefox',
      system: 'Linux',
      country: 'DE',
    },
  ],
  passkeys: [],
};
