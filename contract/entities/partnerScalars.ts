import { z } from 'zod';

/** Created by the caller once per operation: a repeated key is the same operation. */
export const idempotencyKey = z
  .string()
  .min(16)
  .max(128)
  .regex(/^[\w.:-]+$/, 'must be 16 to 128 letters, digits, _, -, . or :')
  .describe('Created once per operation; a repeated request returns the same answer and executes nothing again')
  .meta({ example: '5f0c2a91-6d7e-4a54-9d0c-8f2f5f6f0f11' });

/** Maximum number of list entries in one answer. */
export const pageLimit = z
  .int()
  .min(1)
  .max(200)
  .default(100)
  .describe('Maximum number of entries in the answer, up to 200');
