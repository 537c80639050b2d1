import { Line, marks } from '../icons.tsx'
import '../sections.css'
import './done.css'

/** Replaces a form that was sent: confirms it and says what happens next. */
export function Done(props: {
  mark: string
  title: string
  text: string
  steps?: [title: string, text: string][]
  /** The heading of the steps, for screen readers. */
  heading?: string
  back?: { to: string; label: string }
}) {
  const { heading = 'What happens next', back = { to: '/', label: 'Back to home' } } = props
  return (
    <div className="wrap lost company">
      <svg viewBox="0 0 320 96" aria-hidden="true">
        <path d="M0 52h232" />
        <circle cx="48" cy="52" r="5" className="passed" />
        <circle cx="128" cy="52" r="5" className="passed" />
        <circle cx="256" cy="52" r="24" className="here" />
        <path d="m246 53 7 7 13-15" className="here" />
      </svg>
      <p className="eyebrow">{props.mark}</p>
      <h1>{props.title}</h1>
      <p className="lead">{props.text}</p>
      {props.steps && (
        <>
          <h2 className="sr-only">{heading}</h2>
          <ol className="steps counted">
            {props.steps.map(([title, text]) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </>
      )}
      <p>
        <a className="button" href={back.to}>
          {back.label}
          <Line d={marks.right} />
        </a>
      </p>
    </div>
  )
}
