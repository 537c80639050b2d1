import { type ActionFunctionArgs, data } from 'react-router'
import { unreadable } from '../../context.ts'

/**
 * Returns the fields of a posted form. Throws the status with which the server rejected its body, for the error page.
 */
export async function readForm({
  request,
  context,
}: Pick<ActionFunctionArgs, 'request' | 'context'>): Promise<FormData> {
  const status = context.get(unreadable)
  if (status !== null) throw data(null, { status })
  return request.formData()
}
