import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

/**
 * A fault of a stand-in. `lose_answer_before`: the vendor did not execute the call. `lose_answer_after`: it executed the call,
 * but the caller gets no answer.
 */
export const faultSchema = z.strictObject({
  /** Name of the stand-in, e.g. `stripe`. */
  standIn: z.string(),
  /** The affected call: a path prefix such as `/v1/payment_intents`, or a stand-in's own name, e.g. `webhook`. */
  call: z.string().default(''),
  /** Only calls whose path or body contains this text, e.g. an order number. */
  subject: z.string().optional(),
  effect: z.enum([
    'lose_answer_before',
    'lose_answer_after',
    'answer_500',
    'answer_503',
    'answer_429',
    'answer_late',
    'hang',
    'webhook_twice',
    'webhook_late',
    'webhook_out_of_order',
    'webhook_lost',
    'price_gap',
    'price_stale',
    'chain_stalls',
    'notification_twice',
    'notification_late',
    'wrong_currency',
    'payment_recalled',
    'refund_rejected',
    'transfer_refused',
    'foreign_account',
    'broken_balance',
    'statement_missing',
    'forged_ids',
    'list_empty',
    'order_twice',
    'fill_nothing',
    'fill_part',
    'order_stays_open',
    'cancel_too_late',
    'worse_price',
    'ledger_late',
    'webhook_forged',
  ]),
  /** Skips this many matching calls first. */
  after: z.number().int().min(0).default(0),
  /** Number of affected calls before the fault switches itself off. */
  times: z.number().int().min(1).default(1),
  /** Size for effects that have one: seconds of delay, percentage of a price gap or of an order's fill, number of lines. */
  size: z.number().optional(),
  /** Text for effects that have one: the code of a return's reason, such as AC01. */
  word: z.string().optional(),
});

export type Fault = z.infer<typeof faultSchema>;

export type Faults = {
  list(): readonly Fault[];
  /** Replaces all faults; an empty list switches everything off. */
  replace(faults: readonly Fault[]): void;
  /**
   * Returns the first active fault with one of the effects for this call, and counts it as used. While the fault skips calls
   * (`after`), counts the call as skipped and returns undefined.
   */
  take(standIn: string, effects: readonly Fault['effect'][], call: string, subject?: string): Fault | undefined;
  /** Returns the first such fault that has no more calls to skip (`after`), and counts nothing. */
  peek(standIn: string, effects: readonly Fault['effect'][], call: string, subject?: string): Fault | undefined;
};

export function createFaults(): Faults {
  let active: Fault[] = [];

  function createMatcher(standIn: string, effects: readonly Fault['effect'][], call: string, subject: string) {
    return (fault: Fault) =>
      fault.standIn === standIn &&
      effects.includes(fault.effect) &&
      call.startsWith(fault.call) &&
      (fault.subject === undefined || call.includes(fault.subject) || subject.includes(fault.subject));
  }

  return {
    list: () => active,
    replace(faults) {
      active = faults.map((fault) => ({ ...fault }));
    },
    peek: (standIn, effects, call, subject = '') =>
      active.find((fault) => fault.after === 0 && createMatcher(standIn, effects, call, subject)(fault)),
    take(standIn, effects, call, subject = '') {
      const hit = active.find(createMatcher(standIn, effects, call, subject));
      if (!hit) return undefined;
      if (hit.after > 0) {
        hit.after -= 1;
        return undefined;
      }
      hit.times -= 1;
      if (hit.times <= 0) active = active.filter((fault) => fault !== hit);
      return hit;
    },
  };
}

const TRANSPORT_EFFECTS: readonly Fault['effect'][] = [
  'lose_answer_before',
  'lose_answer_after',
  'answer_500',
  'answer_503',
  'answer_429',
  'answer_late',
  'hang',
];

/** Delay of `answer_late` without a size: longer than a caller should hold a lock. */
const DEFAULT_DELAY_SECONDS = 40;

/** Applies the transport faults to every route of a stand-in: lost and late answers, errors, hanging. */
export function installTransportFaults(app: FastifyInstance, standIn: string, faults: Faults): void {
  const losing = new WeakSet<FastifyRequest>();
  const late = new WeakMap<FastifyRequest, number>();

  app.addHook('preHandler', async (request: FastifyRequest, reply: FastifyReply) => {
    const body = typeof request.body === 'string' ? request.body : JSON.stringify(request.body ?? '');
    const fault = faults.take(standIn, TRANSPORT_EFFECTS, request.url, body);
    switch (fault?.effect) {
      case 'lose_answer_before':
        request.raw.socket.destroy();
        return reply.hijack();
      case 'hang':
        return reply.hijack();
      case 'answer_500':
        return reply
          .code(500)
          .send({ error: { type: 'api_error', message: 'The sandbox fails this call because of a fault.' } });
      case 'answer_503':
        return reply.code(503).send({
          error: { type: 'unavailable', message: 'The sandbox is unavailable for this call because of a fault.' },
        });
      case 'answer_429':
        return reply
          .code(429)
          .header('retry-after', String(fault.size ?? 1))
          .send({ error: { type: 'rate_limit_error', message: 'Too many requests' } });
      case 'lose_answer_after':
        losing.add(request);
        return;
      case 'answer_late':
        late.set(request, fault.size ?? DEFAULT_DELAY_SECONDS);
        return;
      default:
        return;
    }
  });

  app.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply, payload) => {
    const seconds = late.get(request);
    if (seconds !== undefined) await sleep(seconds * 1000, undefined, { ref: false });
    if (losing.has(request)) {
      request.raw.socket.destroy();
      reply.hijack();
    }
    return payload;
  });
}
