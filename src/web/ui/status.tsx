import type { ReactNode } from 'react'
import { cx } from './cx'

/** The meaning of a status, shown by its color. */
export type Tone = 'neutral' | 'info' | 'warn' | 'bad' | 'good' | 'accent'
/** The icon's shape, which carries the meaning without color. */
export type Shape = 'ring' | 'half' | 'dot' | 'pause' | 'check' | 'dash' | 'alert'

/** The text color of each tone. */
const toneText: Record<Tone, string> = {
  neutral: 'text-muted',
  info: 'text-info',
  warn: 'text-warn',
  bad: 'text-bad',
  good: 'text-good',
  accent: 'text-accent',
}

const toneTint: Record<Tone, string> = {
  neutral: 'border-line bg-raised text-muted',
  info: 'border-info/25 bg-info/10 text-info',
  warn: 'border-warn/25 bg-warn/10 text-warn',
  bad: 'border-bad/25 bg-bad/10 text-bad',
  good: 'border-good/25 bg-good/10 text-good',
  accent: 'border-accent/25 bg-accent/10 text-accent',
}

const usualShape: Record<Tone, Shape> = {
  neutral: 'ring',
  info: 'dot',
  warn: 'pause',
  bad: 'alert',
  good: 'check',
  accent: 'half',
}

const shapes: Record<Shape, ReactNode> = {
  ring: <circle cx="7" cy="7" r="4.75" />,
  half: (
    <>
      <circle cx="7" cy="7" r="4.75" />
      <path d="M7 4.25a2.75 2.75 0 0 1 0 5.5z" fill="currentColor" stroke="none" />
    </>
  ),
  dot: (
    <>
      <circle cx="7" cy="7" r="4.75" />
      <circle cx="7" cy="7" r="2" fill="currentColor" stroke="none" />
    </>
  ),
  pause: <path d="M4.75 3v8M9.25 3v8" strokeWidth="2" />,
  check: (
    <>
      <circle cx="7" cy="7" r="4.75" />
      <path d="m5 7.1 1.4 1.4L9.1 5.6" />
    </>
  ),
  dash: <path d="M3 7h8" strokeWidth="2" />,
  alert: (
    <>
      <path d="M7 2.1 12.3 11.4H1.7z" strokeLinejoin="round" />
      <path d="M7 5.6v2.6M7 9.7v.01" />
    </>
  ),
}

/** A status: an icon whose shape and color show its meaning, and the text. */
export function StatusMark({ tone, shape, children }: { tone: Tone; shape?: Shape; children: ReactNode }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1.5 align-top">
      <svg
        aria-hidden="true"
        viewBox="0 0 14 14"
        className={cx('size-3.5 shrink-0', toneText[tone])}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
      >
        {shapes[shape ?? usualShape[tone]]}
      </svg>
      <span className="truncate">{children}</span>
    </span>
  )
}

/** A short text in a tinted frame. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex h-5 max-w-full items-center rounded-full border px-2 font-medium text-xs',
        toneTint[tone],
      )}
    >
      <span className="truncate">{children}</span>
    </span>
  )
}

/** A number beside a name, shown as "99+" above 99. `label` names what is counted, for screen readers. */
export function Count({
  value,
  tone = 'neutral',
  label,
}: {
  value: number
  tone?: 'neutral' | 'accent'
  label?: string
}) {
  return (
    <span
      className={cx(
        'tabular inline-grid h-5 min-w-5 place-items-center rounded-full px-1.5 font-medium text-xs',
        tone === 'accent' ? 'bg-accent text-ink' : 'bg-line text-text',
      )}
    >
      <span aria-hidden={label ? true : undefined}>{value > 99 ? '99+' : value}</span>
      {label && <span className="sr-only">{`${value} ${label}`}</span>}
    </span>
  )
}
