import type { ReactNode } from 'react'

/*
 * Parts of the service pages' drawings. Each drawing has one clock (`--t` in diagrams.css) that is 12 beats long.
 * `at` is the beat at which a part starts its effect. Without motion, every part shows its final state.
 */

/** The props of a drawing: its description for screen readers. */
export type DrawingProps = { text: string }

type At = { at?: number }
type Place = { x: number; y: number }

/** Returns the classes of an effect and its beat: `k3` for beat three, and `k3 h` for any fraction after it. */
const cue = (kind: string, at?: number) =>
  at === undefined ? kind || undefined : `${kind} k${Math.floor(at)}${at % 1 ? ' h' : ''}`.trim()

/** The SVG of a drawing. It is 360 units wide, so that one unit is about one pixel on a phone. */
export function Drawing({ text, height, children }: { text: string; height: number; children: ReactNode }) {
  return (
    <svg className="drawing" viewBox={`0 0 360 ${height}`} role="img" aria-labelledby="drawn">
      <desc id="drawn">{text}</desc>
      {children}
    </svg>
  )
}

/** Groups parts that share an effect and a beat. `kind` is one of the effects in diagrams.css. */
export function Group({ kind, at, children }: At & { kind: string; children: ReactNode }) {
  return <g className={cue(kind, at)}>{children}</g>
}

/** A word or a number. `what` makes it muted, and `kind` is an effect. */
export function Text(props: At & Place & { children: string; kind?: string; what?: boolean; align?: 'start' | 'end' }) {
  const kind = [props.what && 'what', props.align, props.kind].filter(Boolean).join(' ')
  return (
    <text className={cue(kind, props.at)} x={props.x} y={props.y}>
      {props.children}
    </text>
  )
}

/** A labeled box for a tool or a person's desk. With `at`, its edge lights up at that beat and stays lit. */
export function Box(props: At & Place & { w?: number; h?: number; label?: string; what?: string; kind?: string }) {
  const { x, y, w = 92, h = 36, label, what } = props
  const middle = y + h / 2 + 4.5
  return (
    <>
      <rect
        className={cue(props.kind ?? (props.at === undefined ? '' : 'lit'), props.at)}
        x={x}
        y={y}
        width={w}
        height={h}
        rx="6"
      />
      {label && (
        <Text x={x + w / 2} y={what ? middle - 8 : middle}>
          {label}
        </Text>
      )}
      {what && (
        <Text x={x + w / 2} y={label ? middle + 8 : middle} what>
          {what}
        </Text>
      )}
    </>
  )
}

/** A line. With `at`, a pulse runs along it during that beat. `kind` is axis, hot or an effect. */
export function Wire({ d, at, kind }: At & { d: string; kind?: string }) {
  return (
    <>
      <path className={kind} d={d} />
      {at !== undefined && <path className={cue('pulse', at)} d={d} pathLength="100" />}
    </>
  )
}

/** A line that is drawn at its beat. */
export function Pen({ d, at, kind }: { d: string; at: number; kind?: string }) {
  return <path className={cue(kind ? `draw ${kind}` : 'draw', at)} d={d} pathLength="100" />
}

/** A pill with a word: a category, an amount, a state. `tone` is warn, bad or mild instead of the group's color. */
export function Chip(props: At & Place & { w: number; label: string; tone?: string; kind?: string }) {
  const { x, y, w, at, kind = at === undefined ? undefined : 'in' } = props
  return (
    <g className={cue(['chip', props.tone, kind].filter(Boolean).join(' '), at)}>
      <rect x={x} y={y} width={w} height="22" rx="11" />
      <text x={x + w / 2} y={y + 15}>
        {props.label}
      </text>
    </g>
  )
}

/** A small sheet with lines of writing: a ticket, a record, a page. */
export function Sheet(props: At & Place & { w?: number; h?: number; lines?: number; kind?: string }) {
  const { x, y, w = 44, h = 32, lines = 2, at, kind = at === undefined ? undefined : 'in' } = props
  const line = (i: number) => `M${x + 8} ${y + 11 + i * 10}h${Math.round((w - 16) * (i % 2 ? 0.6 : 1))}`
  return (
    <g className={cue(kind ?? '', at)}>
      <rect x={x} y={y} width={w} height={h} rx="4" />
      {lines > 0 && <path d={Array.from({ length: lines }, (_, i) => line(i)).join('')} />}
    </g>
  )
}

/** A check mark in a circle, or a cross with `no`. */
export function Mark({ x, y, at, no }: At & Place & { no?: boolean }) {
  return (
    <g className={cue(`mark${no ? ' bad' : ''}${at === undefined ? '' : ' in'}`, at)}>
      <circle cx={x} cy={y} r="9" />
      <path d={no ? `M${x - 3} ${y - 3}l6 6m0-6l-6 6` : `M${x - 4} ${y}l3 3 5-6`} />
    </g>
  )
}

/** Head and shoulders of a person. With `at`, the edge lights up at that beat. */
export function Person({ x, y, at }: At & Place) {
  return (
    <path
      className={cue(at === undefined ? 'solid' : 'solid lit', at)}
      d={`M${x - 6} ${y - 8}a6 6 0 1 0 12 0a6 6 0 1 0-12 0M${x - 13} ${y + 14}c0-18 26-18 26 0z`}
    />
  )
}

/** A wheel that turns with the clock. */
export function Wheel({ x, y, r }: Place & { r: number }) {
  const spoke = (i: number) => {
    const [c, s] = [Math.cos((i * Math.PI) / 4), Math.sin((i * Math.PI) / 4)]
    return `M${(x + c * r * 0.3).toFixed(1)} ${(y + s * r * 0.3).toFixed(1)}L${(x + c * r).toFixed(1)} ${(y + s * r).toFixed(1)}`
  }
  return (
    <g className="turn">
      <circle cx={x} cy={y} r={r} />
      <path d={Array.from({ length: 8 }, (_, i) => spoke(i)).join('')} />
      <circle className="hot" cx={x} cy={y} r={r * 0.3} />
    </g>
  )
}
