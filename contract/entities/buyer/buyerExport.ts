import { z } from 'zod';
import { orderReferences, orderSummary } from '../order.ts';
import { createdAt, destination } from '../scalars.ts';
import {
  billingAddress,
  detailTexts,
  deviceFields,
  kycDetails,
  kycLevel,
  loginEntry,
  savedAddress,
  savedCard,
  userInfo,
} from './buyer.ts';
import { listedPasskey } from './passkey.ts';

const identityCheck = z.object({
  provider: z.string().describe('Id of the provider'),
  status: z.string(),
  updatedAt: z.iso.datetime(),
});

/** Stored personal data of a buyer, with the field names of the other calls. */
export const buyerExport = z
  .object({
    exportedAt: z.iso.datetime(),
    email: userInfo.shape.email,
    createdAt,
    kyc_level: kycLevel,
    details: kycDetails.extend({ phone: detailTexts.phone, birthDate: detailTexts.birthDate }).nullable(),
    identityCheck: identityCheck.nullable(),
    replacedIdentityChecks: z
      .array(identityCheck)
      .describe('Checks that a later request for a document has replaced, newest first'),
    billingAddress: billingAddress.nullable(),
    cards: z.array(savedCard),
    addresses: z.array(savedAddress),
    orders: z.array(
      orderSummary.extend({
        ...destination,
        ...orderReferences.shape,
        timeline: z
          .array(z.object({ status: z.string(), at: z.iso.datetime() }))
          .describe('Status changes of the order, oldest first'),
      }),
    ),
    sessions: z.array(deviceFields.extend({ createdAt, lastSeenAt: z.iso.datetime() })),
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
  replacedIdentityChecks: [],
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
