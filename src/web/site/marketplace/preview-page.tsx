import { type ActionFunctionArgs, data, useActionData } from 'react-router'
import { caller } from '../../context.ts'
import { readForm } from '../forms/read-form.server.ts'
import { parseRefusal } from '../forms/refusal.ts'
import { askedFor, ProductView } from './product-view.tsx'

export { SiteError as ErrorBoundary } from '../lost.tsx'

/** The preview is not cached or indexed, and only our own pages can frame it. */
export const headers = () => ({
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'x-frame-options': 'SAMEORIGIN',
})
export const meta = () => [{ title: 'Preview' }, { name: 'robots', content: 'noindex' }]

/** Decrypts the content that staff have just submitted. It is posted by a form, so that it is not in the address. */
export async function action(args: ActionFunctionArgs) {
  const sealed = (await readForm(args)).get('sealed')
  try {
    const product = await args.context
      .get(caller)
      .marketplace.preview({ sealed: typeof sealed === 'string' ? sealed : '' })
    return { product, asked: askedFor(product, new URLSearchParams()) }
  } catch (e) {
    throw data(null, { status: parseRefusal(e).status })
  }
}

/** `/marketplace/preview`: a product as its page will look, for the staff who edit it. */
export default function PreviewPage() {
  const shown = useActionData<typeof action>()
  if (shown) return <ProductView {...shown} />
  return (
    <section className="hero">
      <div className="wrap">
        <h1>Nothing to preview</h1>
        <p className="lead">Open a preview from the catalog. Previews expire after 15 minutes.</p>
      </div>
    </section>
  )
}
