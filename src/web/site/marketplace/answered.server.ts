import { ORPCError } from '@orpc/client'
import { data, type RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import type { Product } from '../../../contract/marketplace.ts'
import { caller } from '../../context.ts'

const statusOf = (e: unknown) => (e instanceof ORPCError ? e.status : undefined)

/** What the rooms answer. When they cannot just now, the page says so with the status that asks to come again. */
export async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (e) {
    const status = statusOf(e)
    if (status === 429 || status === 503) throw data(null, { status, headers: { 'retry-after': '2' } })
    throw e
  }
}

/** The published product with this address; undefined where there is none. */
export async function productAt(
  context: Readonly<RouterContextProvider>,
  slug: string,
): Promise<z.infer<typeof Product> | undefined> {
  const answer = context.get(caller).marketplace.get({ slug })
  return answered(
    answer.catch((e: unknown) => {
      const status = statusOf(e)
      if (status === 404 || status === 400) return undefined
      throw e
    }),
  )
}
