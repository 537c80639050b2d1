import { about } from '../../../content/company/about.ts'
import { Next, Sections } from './company-sections.tsx'
import { Assembly } from './drawings.tsx'
import { organization, pageMeta } from './meta.ts'
import { breadcrumbs, faq } from './structured.ts'
import './pages.css'

export { SiteError as ErrorBoundary } from './lost.tsx'

export const meta = () =>
  pageMeta({
    title: about.title,
    description: about.description,
    path: about.path,
    jsonLd: {
      '@graph': [
        { ...organization, description: about.description },
        breadcrumbs([about.title, about.path]),
        faq(about.sections.flatMap((section) => section.questions ?? [])),
      ],
    },
  })

/** What is sold, and how buying it works. */
export default function About() {
  return (
    <article className="service company">
      <section className="hero">
        <div className="wrap">
          <div>
            <p className="eyebrow">{about.title}</p>
            <h1>{about.headline}</h1>
            <p className="lead">{about.lead}</p>
          </div>
          <Assembly />
        </div>
      </section>
      <Sections sections={about.sections} />
      <Next next={about.next} />
    </article>
  )
}
