import { whoWeAre } from '../../../../content/company/who-we-are.ts'
import { Circuit } from '../drawings.tsx'
import { buildBreadcrumbs } from '../machine/structured.ts'
import { buildPageMeta, organization } from '../meta.ts'
import { MovingFigure } from '../moving-figure.tsx'
import { Next, Sections } from './company-sections.tsx'
import '../pages.css'

export { SiteError as ErrorBoundary } from '../lost.tsx'

export const meta = () =>
  buildPageMeta({
    title: whoWeAre.title,
    description: whoWeAre.description,
    path: whoWeAre.path,
    jsonLd: { '@graph': [organization, buildBreadcrumbs([whoWeAre.title, whoWeAre.path])] },
  })

/** The team and how it works. */
export default function WhoWeAre() {
  return (
    <article className="service company">
      <section className="hero">
        <div className="wrap">
          <div>
            <p className="eyebrow">{whoWeAre.title}</p>
            <h1>{whoWeAre.headline}</h1>
            <p className="lead">{whoWeAre.lead}</p>
          </div>
          <MovingFigure>
            <Circuit />
          </MovingFigure>
        </div>
      </section>
      <Sections sections={whoWeAre.sections} />
      <Next next={whoWeAre.next} />
    </article>
  )
}
