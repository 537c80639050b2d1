import { micromark } from 'micromark'
import { data } from 'react-router'
import { brand } from '../../../brand.config.ts'
import cookies from '../../../content/legal/cookies.md?raw'
import privacy from '../../../content/legal/privacy.md?raw'
import terms from '../../../content/legal/terms.md?raw'
import type { Route } from './+types/legal'
import { buildBreadcrumbs } from './machine/structured.ts'
import { buildPageMeta, ORIGIN, publisher } from './meta.ts'
import { type LegalDocument, legalDocuments } from './navigation.ts'

export { SiteError as ErrorBoundary } from './lost.tsx'

/** The date of all three documents, as shown and for programs. */
const DATED = 'January 27, 2025'
const DATED_ISO = '2025-01-27'

const texts: Record<LegalDocument, string> = { privacy, terms, cookies }

/**
 * Loads `content/legal/<document>.md`. Placeholders in double braces are filled from `brand.config.ts`. Throws a 404
 * for an unknown document.
 */
export function loader({ params }: Route.LoaderArgs) {
  if (!(params.document in texts)) throw data(null, { status: 404 })
  const key = params.document as LegalDocument
  const text = texts[key].replace(/\{\{(\w+)\}\}/g, (_, name) => String(brand[name as keyof typeof brand]))
  return { key, html: micromark(text) }
}

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData
    ? buildPageMeta({
        title: legalDocuments[loaderData.key],
        description: `The ${legalDocuments[loaderData.key]} of ${brand.shortName}, dated ${DATED}.`,
        path: `/legal/${loaderData.key}`,
        jsonLd: {
          '@graph': [
            {
              '@type': 'WebPage',
              name: legalDocuments[loaderData.key],
              url: `${ORIGIN}/legal/${loaderData.key}`,
              dateModified: DATED_ISO,
              publisher,
            },
            buildBreadcrumbs([legalDocuments[loaderData.key], `/legal/${loaderData.key}`]),
          ],
        },
      })
    : [{ title: 'Page not found' }, { name: 'robots', content: 'noindex' }]

/** The page of a legal document. The dialog in the footer shows its `article`. */
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
