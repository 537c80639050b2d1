import type { CompanyPage, CompanySection } from '../../../content/company/shape.ts'
import { Line, marks } from './icons.tsx'
import { rich } from './rich.tsx'
import './sections.css'
import './track.css'

/** What we do not do gets another mark than what we do; such a list says "not" or "never" in every point. */
const refuses = (list: string[]) => list.every((text) => /^\S+ (do not|does not|never)\b/.test(text))
const cross = 'M7 7l10 10M17 7 7 17'
const dash = 'M5 12h14'

/** The parts of a page about the provider, each in the form that its content asks for. */
export function Sections({ sections }: { sections: CompanySection[] }) {
  return sections.map((section) => <Section key={section.heading} {...section} />)
}

function Section({ heading, paragraphs, list, steps, parts, questions }: CompanySection) {
  // Few steps stand side by side, eight principles in two columns: then the heading goes above them.
  const wide = (steps && steps.length < 6) || (parts && parts.length > 4)
  const right = wide ? undefined : (list ?? steps ?? parts ?? questions)
  return (
    <section className="band">
      <div className={wide ? 'wrap' : 'wrap halves'}>
        <div className={right && 'beside'}>
          <h2>{heading}</h2>
          {(right || wide) &&
            paragraphs.map((text) => (
              <p key={text} className="lead">
                {rich(text)}
              </p>
            ))}
        </div>
        {!right && !wide && (
          <div className="statement">
            {paragraphs.map((text) => (
              <p key={text}>{rich(text)}</p>
            ))}
          </div>
        )}
        {list && (
          <ul className="points">
            {list.map((text) => (
              <li key={text} data-refused={refuses(list) || undefined}>
                <Line d={refuses(list) ? cross : dash} />
                <span>{rich(text)}</span>
              </li>
            ))}
          </ul>
        )}
        {steps && (
          <ol className={wide ? 'steps counted' : 'track'}>
            {steps.map((step) => (
              <li key={step.title}>
                <h3>{step.title}</h3>
                <p>{rich(step.text)}</p>
              </li>
            ))}
          </ol>
        )}
        {parts && (
          <ul className={wide ? 'offers parts columns' : 'offers parts'}>
            {parts.map((part) => (
              <li key={part.title}>
                <h3>{part.title}</h3>
                <p>{rich(part.text)}</p>
              </li>
            ))}
          </ul>
        )}
        {questions && (
          <div className="answers">
            {questions.map(({ q, a }) => (
              <details key={q}>
                <summary>
                  {q}
                  <Line d={marks.down} />
                </summary>
                <p>{rich(a)}</p>
              </details>
            ))}
          </div>
        )}
      </div>
    </section>
  )
}

/** The one call to action at a page's end. */
export function Next({ next }: { next: CompanyPage['next'] }) {
  return (
    <section className="band">
      <div className="wrap next">
        <div>
          <h2>{next.heading}</h2>
          <p className="lead">{next.text}</p>
        </div>
        <p className="actions">
          <a className="button primary" href={next.to}>
            {next.label}
            <Line d={marks.right} />
          </a>
        </p>
      </div>
    </section>
  )
}
