import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { z } from 'zod'
import { ProductContent } from '../../contract/catalogue.ts'
import { Product } from '../../contract/marketplace.ts'
import { type Actored, type Context, refuse } from '../platform/api.ts'
import { seal, unseal } from '../platform/seal.ts'
import { type Content, namedQuestions } from './catalogue-write.ts'
import { categoryName } from './present.ts'

const PURPOSE = 'preview of a product'
const MINUTES = 15
const NOBODY = '00000000-0000-0000-0000-000000000000'

/**
 * Seals what a product would say. A page that is loaded by a form carries no token: only who is staff can have such a
 * seal made, it is good for a quarter of an hour, and nothing of it is kept anywhere.
 */
export async function adminPreview(
  { platform }: Actored,
  { slug = 'preview', ...content }: Content & { slug?: string | undefined },
): Promise<{ sealed: string }> {
  const text = JSON.stringify({ until: Date.now() + MINUTES * 60_000, slug, content })
  // A long form of questions would be more than a form on a page may carry.
  const small = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).toString('base64')
  return { sealed: await seal(platform.env.appSecret, PURPOSE, small) }
}

/** What was sealed, as the page of a product wants it. NOT_FOUND for what is too old or not ours. */
export async function preview({ platform }: Context, { sealed }: { sealed: string }): Promise<z.infer<typeof Product>> {
  const small = await unseal(platform.env.appSecret, PURPOSE, sealed)
  const text = small && brotliDecompressSync(Buffer.from(small, 'base64')).toString()
  const { until, slug, content } = text ? (JSON.parse(text) as { until: number; slug: string; content: unknown }) : {}
  if (!until || until < Date.now()) throw refuse('NOT_FOUND')
  const p = ProductContent.parse(content)
  const now = new Date().toISOString()
  return Product.parse({
    ...p,
    id: NOBODY,
    slug,
    category: { key: p.category, name: categoryName(p.category) },
    currency: 'usd',
    publishedAt: now,
    updatedAt: now,
    intake: namedQuestions(p.intake),
    similar: [],
  })
}
