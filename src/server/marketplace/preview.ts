import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { ProductContent } from '../../contract/catalogue.ts'
import { contract } from '../../contract/index.ts'
import { Product } from '../../contract/marketplace.ts'
import { action } from '../platform/http/action.ts'
import { refuse } from '../platform/http/api.ts'
import { sealText, unsealText } from '../platform/sign-in/seal.ts'
import { namedQuestions } from './catalogue/catalogue-write.ts'
import { categoryName } from './words.ts'

const PURPOSE = 'preview of a product'
const MINUTES = 15
const NOBODY = '00000000-0000-0000-0000-000000000000'

/**
 * Returns the encrypted content of a product for its preview page, valid for 15 minutes. A page that is loaded by a
 * form post has no access token, so the encrypted content is the proof that staff requested the preview. Nothing is
 * stored.
 */
export const adminPreview = action(contract.marketplace.adminPreview, async ({ platform }, input) => {
  const { slug = 'preview', ...content } = input
  const text = JSON.stringify({ until: Date.now() + MINUTES * 60_000, slug, content })
  // Compress it, because many questions would exceed the size limit of a form post.
  const small = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).toString('base64')
  return { sealed: await sealText(platform.env, PURPOSE, small) }
})

/** Decrypts the content of a preview for the product page. Throws NOT_FOUND when it has expired or is not valid. */
export const previewProduct = action(contract.marketplace.preview, async ({ platform }, { sealed }) => {
  const small = await unsealText(platform.env, PURPOSE, sealed)
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
})
