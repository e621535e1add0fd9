import { z } from 'zod';
import { defineVendor } from '../../defineVendor.ts';
import { ok, refused } from '../../outcome.ts';
import { callVendor } from '../callVendor.ts';
import { findMoonpayEnvironment, moonpayConfigSchema } from './config.ts';
import { MOONPAY_METHODS } from './vendorNames.ts';

export const moonpayVendor = defineVendor({
  id: 'moonpay',
  family: 'offers',
  methods: Object.keys(MOONPAY_METHODS),
  label: 'MoonPay',
  hosts: ['https://api.moonpay.com'],
  limits: { none: 'MoonPay publishes no figure; a purchase under way makes 12 calls a minute' },
  config: moonpayConfigSchema,
  variables: {
    MOONPAY_PUBLISHABLE_KEY: { sets: 'publishableKey' },
    MOONPAY_SECRET_KEY: { sets: 'secretKey', secret: true },
    MOONPAY_WEBHOOK_KEY: { sets: 'webhookKey', secret: true },
    MOONPAY_API_URL: { sets: 'apiUrl', address: true },
    MOONPAY_CHECKOUT_URL: { sets: 'checkoutUrl', address: true, isBrowserOnly: true },
  },
  getEnvironment: ({ publishableKey }) => findMoonpayEnvironment(publishableKey),
  async create(config) {
    return (await import('./moonpay.ts')).createMoonpay(config);
  },
  /** https://dev.moonpay.com/reference/getaccount: the account of a key (read 2026-11-22). */
  async checkCredentials({ apiUrl, publishableKey }) {
    const url = new URL('/v4/accounts/me', apiUrl);
    url.searchParams.set('apiKey', publishableKey);
    const answer = await callVendor({ vendor: 'MoonPay', url }, z.object({}));
    if (answer.kind === 'answered') return ok(findMoonpayEnvironment(publishableKey));
    if (answer.kind === 'refused') return refused('MoonPay rejects MOONPAY_PUBLISHABLE_KEY', answer.message);
    return { kind: 'unavailable', retryAfterMs: answer.retryAfterMs, detail: answer.detail };
  },
});
