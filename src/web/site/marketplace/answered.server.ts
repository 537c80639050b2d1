import { ORPCError } from '@orpc/client'
import { data, type RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import type { Product } from '../../../contract/marketplace.ts'
import { caller } from '../../context.ts'

const statusOf = (e: unknown) => (e instanceof ORPCError ? e.status : undefined)

/**
 * Resolves an API response for a page. If the API is overloaded or unavailable, throws its status with `retry-after`.
 */
export async function answerRequest<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (e) {
    const status = statusOf(e)
    if (status === 429 || status === 503) throw data(null, { status, headers: { 'retry-after': '2' } })
    throw e
  }
}

/** Returns the published product with this slug, or undefined if there is none. */
export async function getProductAt(
  context: Readonly<RouterContextProvider>,
  slug: string,
): Promise<z.infer<typeof Product> | undefined> {
  const answer = context.get(caller).marketplace.get({ slug })
  return answerRequest(
    answer.catch((e: unknown) => {
      const status = statusOf(e)
      if (status === 404 || status === 400) return undefined
      throw e
    }),
  )
}
