import { type ActionFunctionArgs, data, useActionData } from 'react-router'
import { caller } from '../../context.ts'
import { refusalOf } from '../refusal.ts'
import { askedFor, ProductView } from './product-view.tsx'

export { SiteError as ErrorBoundary } from '../lost.tsx'

/** Nobody keeps it, nobody finds it, and only a page of ours frames it. */
export const headers = () => ({
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'x-frame-options': 'SAMEORIGIN',
})
export const meta = () => [{ title: 'Preview' }, { name: 'robots', content: 'noindex' }]

/** What staff sealed a moment ago; it comes by a form, so that it stands in no address. */
export async function action({ request, context }: ActionFunctionArgs) {
  const sealed = (await request.formData()).get('sealed')
  try {
    const product = await context.get(caller).marketplace.preview({ sealed: typeof sealed === 'string' ? sealed : '' })
    return { product, asked: askedFor(product, new URLSearchParams()) }
  } catch (e) {
    throw data(null, { status: refusalOf(e).status })
  }
}

/** `/marketplace/preview`: a product as its page will look, for staff who write it. */
export default function PreviewPage() {
  const shown = useActionData<typeof action>()
  if (shown) return <ProductView {...shown} />
  return (
    <section className="hero">
      <div className="wrap">
        <h1>Nothing to preview</h1>
        <p className="lead">A preview is opened from the catalog, and lasts a quarter of an hour.</p>
      </div>
    </section>
  )
}
