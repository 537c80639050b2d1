import { type Actored, api } from '../platform/api.ts'
import { get } from './get.ts'
import { request } from './request.ts'

const { documents: ops } = api
/** The room's operations. */
export const documents = ops.router({
  request: ops.request.handler(({ context, input }) => request(context as Actored, input)),
  get: ops.get.handler(({ context, input }) => get(context as Actored, input)),
})
