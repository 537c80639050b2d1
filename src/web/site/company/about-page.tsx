import { about } from '../../../../content/company/about.ts'
import { Assembly } from '../drawings.tsx'
import { buildBreadcrumbs, buildFaq } from '../machine/structured.ts'
import { buildPageMeta, organization } from '../meta.ts'
import { MovingFigure } from '../moving-figure.tsx'
import { Next, Sections } from './company-sections.tsx'
import '../pages.css'

export { SiteError as ErrorBoundary } from '../lost.tsx'

export const meta = () =>
  buildPageMeta({
    title: about.title,
    description: about.description,
    path: about.path,
    jsonLd: {
      '@graph': [
        { ...organization, description: about.description },
        buildBreadcrumbs([about.title, about.path]),
        buildFaq(about.sections.flatMap((section) => section.questions ?? [])),
      ],
    },
  })

/** The services and how buying them works. */
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
          <MovingFigure>
            <Assembly />
          </MovingFigure>
        </div>
      </section>
      <Sections sections={about.sections} />
      <Next next={about.next} />
    </article>
  )
}
