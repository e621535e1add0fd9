import { ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import type { AnyCallDefinition } from '@slipway/contract/defineCall.ts';
import { errors } from '@slipway/contract/errors.ts';
import type { SpanPlan } from '../tracing/spans.ts';
import { AppError } from './appError.ts';

/** Each call is a trace of its own: a trace that a caller names is anybody's word. */
export function spanOfCall({ name, path }: Pick<AnyCallDefinition, 'name' | 'path'>): SpanPlan {
  return {
    name: `call ${name}`,
    kind: SpanKind.SERVER,
    parent: ROOT_CONTEXT,
    attributes: { 'http.route': `/${path}/${name}` },
    refusal(error) {
      const definition = error instanceof AppError ? errors[error.key] : undefined;
      return definition && definition.httpStatus < 500 ? { 'slipway.resp_code': definition.respCode } : undefined;
    },
  };
}
