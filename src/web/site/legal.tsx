import { micromark } from 'micromark'
import { data } from 'react-router'
import { brand } from '../../../brand.config.ts'
import cookies from '../../../content/legal/cookies.md?raw'
import privacy from '../../../content/legal/privacy.md?raw'
import terms from '../../../content/legal/terms.md?raw'
import type { Route } from './+types/legal'
import { pageMeta } from './meta.ts'
import { type LegalDocument, legalDocuments } from './navigation.ts'

export { SiteError as ErrorBoundary } from './lost.tsx'

/** The date that stands on all three documents. */
const DATED = 'January 27, 2025'

const texts: Record<LegalDocument, string> = { privacy, terms, cookies }

/** Reads `content/legal/<document>.md`; names in double braces are the provider's, from `brand.config.ts`. */
export function loader({ params }: Route.LoaderArgs) {
  if (!(params.document in texts)) throw data(null, { status: 404 })
  const key = params.document as LegalDocument
  const text = texts[key].replace(/\{\{(\w+)\}\}/g, (_, name) => String(brand[name as keyof typeof brand]))
  return { key, html: micromark(text) }
}

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData
    ? pageMeta({
        title: legalDocuments[loaderData.key],
        description: `${legalDocuments[loaderData.key]} of ${brand.shortName}, dated ${DATED}.`,
        path: `/legal/${loaderData.key}`,
      })
    : [{ title: 'Page not found' }, { name: 'robots', content: 'noindex' }]

/** One legal document as a page of its own; the dialog in the footer shows its `article`. */
export default function Legal({ loaderData }: Route.ComponentProps) {
  return (
    <div className="wrap page">
      <article className="prose">
        <h1>{legalDocuments[loaderData.key]}</h1>
        <p className="dated">Effective {DATED}</p>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own file, and micromark escapes raw HTML */}
        <div dangerouslySetInnerHTML={{ __html: loaderData.html }} />
      </article>
    </div>
  )
}
