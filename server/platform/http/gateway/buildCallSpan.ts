import { ROOT_CONTEXT, SpanKind } from '@opentelemetry/api';
import type { AnyCallDefinition } from '@slipway/contract/defineCall.ts';
import { errors } from '@slipway/contract/errors.ts';
import type { SpanOptions } from '../../tracing/spans.ts';
import { AppError } from '../appError.ts';

/** Returns the span of a call, always a new trace: a trace named by the caller is not trusted. */
export function buildCallSpan({ name, path }: Pick<AnyCallDefinition, 'name' | 'path'>): SpanOptions {
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
