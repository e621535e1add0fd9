import { z } from 'zod';
import { definePartnerPageCall } from '../defineCall.ts';
import { checkResult, memberRoles } from '../entities/partnerPages.ts';

export const checkPage = definePartnerPageCall({
  name: 'checkPage',
  summary: 'Has the operator’s server request a page of this partner once and check how Slipway is embedded in it',
  auth: 'session',
  roles: memberRoles,
  guard: 'changes',
  request: z.object({
    page: z
      .url({ protocol: /^https?$/ })
      .max(2048)
      .describe('A page at one of the registered origins'),
  }),
  data: z.object({}),
  errors: ['page_not_registered', 'page_check_open'],
  example: { request: { page: 'https://shop.example/buy' } },
});

export const pageCheck = definePartnerPageCall({
  name: 'pageCheck',
  summary: 'The newest check of a page of this partner, with the result of each check once it has ended',
  auth: 'session',
  roles: memberRoles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({
    newest: z
      .object({
        page: z.string(),
        requestedAt: z.iso.datetime(),
        finishedAt: z.iso.datetime().nullable().describe('Null while it is under way'),
        results: z.array(checkResult).describe('Empty if the page could not be checked'),
      })
      .nullable(),
  }),
  errors: [],
  example: { request: {} },
});
