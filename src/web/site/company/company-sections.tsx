import type { CompanyPage, CompanySection } from '../../../../content/company/shape.ts'
import { Line, marks } from '../icons.tsx'
import { renderRich } from '../rich.tsx'
import '../sections.css'
import './track.css'

/**
 * Returns whether a list says what we do not do: the first word of every item is followed by "do not", "does not" or
 * "never". Such items get a cross instead of a dash.
 */
const refuses = (list: string[]) => list.every((text) => /^\S+ (do not|does not|never)\b/.test(text))
const cross = 'M7 7l10 10M17 7 7 17'
const dash = 'M5 12h14'

/** Renders the sections of a page about the provider, each laid out to suit its content. */
export function Sections({ sections }: { sections: CompanySection[] }) {
  return sections.map((section) => <Section key={section.heading} {...section} />)
}

function Section({ heading, paragraphs, list, steps, parts, questions }: CompanySection) {
  // The heading goes above up to five steps side by side, or more than four parts in two columns.
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
                {renderRich(text)}
              </p>
            ))}
        </div>
        {!right && !wide && (
          <div className="statement">
            {paragraphs.map((text) => (
              <p key={text}>{renderRich(text)}</p>
            ))}
          </div>
        )}
        {list && (
          <ul className="points">
            {list.map((text) => (
              <li key={text} data-refused={refuses(list) || undefined}>
                <Line d={refuses(list) ? cross : dash} />
                <span>{renderRich(text)}</span>
              </li>
            ))}
          </ul>
        )}
        {steps && (
          <ol className={wide ? 'steps counted' : 'track'}>
            {steps.map((step) => (
              <li key={step.title}>
                <h3>{step.title}</h3>
                <p>{renderRich(step.text)}</p>
              </li>
            ))}
          </ol>
        )}
        {parts && (
          <ul className={wide ? 'offers parts columns' : 'offers parts'}>
            {parts.map((part) => (
              <li key={part.title}>
                <h3>{part.title}</h3>
                <p>{renderRich(part.text)}</p>
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
                <p>{renderRich(a)}</p>
              </details>
            ))}
          </div>
        )}
      </div>
    </section>
  )
}

/** The call to action at the end of a page. */
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
