// Binds operations of the contract to their implementations.
import type { AnyContractProcedure, InferSchemaInput, InferSchemaOutput } from '@orpc/contract'
import { type AnyProcedure, Procedure } from '@orpc/server'
import type { PublicAccess } from '../../../contract/base.ts'
import { type ActorContext, type Context, operationMiddleware } from './api.ts'

type ContextOf<P extends AnyContractProcedure> = P['~orpc']['meta'] extends PublicAccess ? Context : ActorContext
type InputOf<P extends AnyContractProcedure> = InferSchemaOutput<NonNullable<P['~orpc']['inputSchema']>>
type OutputOf<P extends AnyContractProcedure> = InferSchemaInput<NonNullable<P['~orpc']['outputSchema']>>
/** Details of the call: `signal` aborts when the connection ends; `lastEventId` is where an event stream resumes. */
type Call = { signal?: AbortSignal | undefined; lastEventId?: string | undefined }

/** An operation of the contract, ready to be served. */
export type Action<P extends AnyContractProcedure> = AnyProcedure & { readonly operation: P }

/**
 * Returns the action of one operation. The operation gives `run` its types: `run` gets the parsed input and, unless the
 * operation is public, an actor, and returns the operation's output. It rejects a call by throwing `refuse` with a code
 * that the operation declares. Any other code is answered as INTERNAL.
 */
export function action<P extends AnyContractProcedure>(
  operation: P,
  run: (context: ContextOf<P>, input: InputOf<P>, call: Call) => OutputOf<P> | Promise<OutputOf<P>>,
): Action<P> {
  const procedure = new Procedure({
    ...operation['~orpc'],
    middlewares: [...operationMiddleware],
    // Validate input after the middleware, so that input of unauthorized callers is not processed.
    inputValidationIndex: operationMiddleware.length,
    outputValidationIndex: operationMiddleware.length,
    // `guard` has put the actor into the context of every operation that is not public.
    handler: (call) => run(call.context as ContextOf<P>, call.input as InputOf<P>, call),
  })
  return Object.assign(procedure, { operation })
}
