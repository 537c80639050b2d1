import { type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import {
  type ChartPoint,
  createScale,
  drawStepPath,
  drawStraightPath,
  findNearestPoint,
  listEvenTicks,
  roundTicks,
} from './chart-scale.ts'

export type { ChartPoint } from './chart-scale.ts'

interface ChartAreaProps {
  /** A short title of the chart. */
  label: string
  /** A sentence with the main message, for screen readers. */
  summary: string
  /** In axis order. A value holds until the next point. */
  points: readonly ChartPoint[]
  /** The forecast, drawn as a straight dashed line from the last point. */
  ahead?: readonly ChartPoint[]
  /** The label of the forecast. */
  aheadLabel?: string
  /** Formats a value, such as "12 h 30 min". */
  valueText: (y: number) => string
  /** Formats a value in short form for the axis. */
  axisText?: (y: number) => string
  /** Formats a value for a cell of the value table. */
  cellText?: (y: number) => string
  /** Formats a position on the x axis. `placeAxisText` does so in short form for the axis. */
  placeText: (x: number) => string
  placeAxisText?: (x: number) => string
  /** The unit for round axis values, such as 60 when minutes are shown as hours. */
  unit?: number
  /** The headers of the value table: position, value. */
  columns: readonly [string, string]
}

const HEIGHT = 220
const TOP = 12
const FOOT = 26
const RIGHT = 8
/** The approximate width of an axis character, in px. */
const CHARACTER = 6.4
const START_WIDTH = 640

/**
 * A step chart of a value over time, such as a balance. Pointer, touch and arrow keys show the value at a point. A
 * table below lists all values. The axis always includes zero.
 */
export function ChartArea(props: ChartAreaProps) {
  const { label, summary, points, ahead = [], valueText, placeText, unit = 1 } = props
  const axisText = props.axisText ?? valueText
  const placeAxisText = props.placeAxisText ?? placeText
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const [shown, setShown] = useState<number>()
  const id = useId()
  const all = [...points, ...ahead]
  const [first, last] = [all[0], all.at(-1)]
  if (!first || !last) return null

  const ticks = roundTicks(Math.min(...all.map((p) => p.y)), Math.max(...all.map((p) => p.y)), 4, unit)
  const left = Math.ceil(Math.max(...ticks.map((t) => axisText(t).length)) * CHARACTER) + 10
  const x = createScale(first.x, last.x, left, Math.max(left + 1, width - RIGHT))
  const y = createScale(ticks[0] ?? 0, ticks.at(-1) ?? 1, HEIGHT - FOOT, TOP)
  const places = listEvenTicks(first.x, last.x, Math.max(2, Math.floor((width - left) / 96)))
  const line = drawStepPath(points, x, y)
  const area = points.length > 1 ? `${line}V${y(0)}H${x(first.x)}Z` : ''
  const end = points.at(-1)
  const target = ahead.at(-1)
  const current = shown === undefined ? undefined : all[shown]
  const forecast = shown !== undefined && shown >= points.length
  const describePoint = (p: ChartPoint, foretold: boolean) =>
    `${placeText(p.x)}: ${valueText(p.y)}${foretold ? ', forecast' : ''}`
  const point = (event: PointerEvent<HTMLElement>) => {
    const from = event.currentTarget.getBoundingClientRect().left
    const part = (event.clientX - from - left) / Math.max(1, width - RIGHT - left)
    setShown(findNearestPoint(all, first.x + part * (last.x - first.x)))
  }
  return (
    <figure data-chart="" className="min-w-0">
      <div
        ref={box}
        className="relative rounded-sm outline-accent outline-offset-2 has-focus-visible:outline-2"
        onPointerMove={point}
        onPointerLeave={() => setShown(undefined)}
      >
        <svg
          role="img"
          aria-label={`${label}. ${summary}`}
          width={width}
          height={HEIGHT}
          viewBox={`0 0 ${width} ${HEIGHT}`}
          className="block max-w-full overflow-visible text-xs"
        >
          <g aria-hidden>
            {ticks.map((t) => (
              <g key={t}>
                <line
                  x1={left}
                  x2={width - RIGHT}
                  y1={y(t)}
                  y2={y(t)}
                  className={t === 0 ? 'stroke-edge' : 'stroke-line'}
                />
                <text x={left - 8} y={y(t)} dy="0.32em" textAnchor="end" className="tabular fill-muted">
                  {axisText(t)}
                </text>
              </g>
            ))}
            {places.map((p, i) => (
              <text
                key={p}
                x={x(p)}
                y={HEIGHT - 6}
                textAnchor={i === 0 ? 'start' : i === places.length - 1 ? 'end' : 'middle'}
                className="fill-muted"
              >
                {placeAxisText(p)}
              </text>
            ))}
            <path d={area} className="fill-accent/12" />
            <path d={line} fill="none" strokeWidth="2" strokeLinejoin="round" className="stroke-accent" />
            {end && target && (
              <>
                <path
                  d={drawStraightPath([end, ...ahead], x, y)}
                  fill="none"
                  strokeWidth="2"
                  strokeDasharray="5 5"
                  strokeLinecap="round"
                  className="stroke-warn"
                />
                <circle cx={x(target.x)} cy={y(target.y)} r="4" className="fill-ink stroke-warn" strokeWidth="2" />
              </>
            )}
            {end && <circle cx={x(end.x)} cy={y(end.y)} r="3.5" className="fill-accent" />}
            {current && (
              <line x1={x(current.x)} x2={x(current.x)} y1={TOP} y2={HEIGHT - FOOT} className="stroke-edge" />
            )}
            {current && (
              <circle cx={x(current.x)} cy={y(current.y)} r="4.5" className="fill-text stroke-ink" strokeWidth="2" />
            )}
          </g>
        </svg>
        {/* An invisible slider over the chart. It handles touch and arrow keys and announces values as text. */}
        <input
          type="range"
          aria-label={`Values of “${label}”`}
          aria-valuetext={current ? describePoint(current, forecast) : end ? describePoint(end, false) : undefined}
          min={0}
          max={all.length - 1}
          step={1}
          value={shown ?? points.length - 1}
          onChange={(event) => setShown(Number(event.currentTarget.value))}
          onFocus={() => setShown((now) => now ?? points.length - 1)}
          onBlur={() => setShown(undefined)}
          className="absolute inset-0 h-full w-full cursor-crosshair touch-pan-y opacity-0"
        />
      </div>
      <figcaption className="mt-2 flex min-h-5 flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-xs">
        <span id={id} className="tabular text-muted">
          {current ? (
            <>
              {placeText(current.x)}: <span className="text-text">{valueText(current.y)}</span>
              {forecast && ' (forecast)'}
            </>
          ) : (
            <span className="print:hidden">Hover over or tap the chart to see values.</span>
          )}
        </span>
        {target && props.aheadLabel && (
          <span className="flex items-center gap-2 text-warn">
            <svg aria-hidden="true" width="22" height="4" className="shrink-0">
              <line x1="1" x2="21" y1="2" y2="2" strokeWidth="2" strokeDasharray="5 5" className="stroke-warn" />
            </svg>
            {props.aheadLabel}
          </span>
        )}
      </figcaption>
      <ValueTable {...props} />
    </figure>
  )
}

/** A collapsed table of all values. */
function ValueTable(props: ChartAreaProps) {
  const { label, points, ahead = [], columns, placeText, valueText, cellText = valueText } = props
  const [open, setOpen] = useState(false)
  const row = (p: ChartPoint, foretold: boolean) => (
    <tr key={`${p.x} ${foretold}`} className="border-line border-t">
      <th scope="row" className="py-1.5 pr-4 text-left font-normal text-muted">
        {placeText(p.x)}
        {foretold && ' (forecast)'}
      </th>
      <td className="tabular py-1.5 text-right">{cellText(p.y)}</td>
    </tr>
  )
  return (
    <details className="mt-1" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="inline-flex min-h-6 cursor-pointer items-center rounded-sm text-muted text-xs hover:text-text max-md:min-h-11">
        Show as table
      </summary>
      {open && (
        <section
          aria-label={`${label}, as table`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
          className="scroll-thin mt-2 max-h-72 max-w-md overflow-y-auto pr-2"
        >
          <table className="w-full text-xs">
            <caption className="sr-only">{label}</caption>
            <thead>
              <tr className="text-muted">
                <th scope="col" className="pb-1.5 text-left font-medium">
                  {columns[0]}
                </th>
                <th scope="col" className="pb-1.5 text-right font-medium">
                  {columns[1]}
                </th>
              </tr>
            </thead>
            <tbody>
              {/* The forecast, then the values, newest first. */}
              {[...ahead.map((p) => row(p, true)), ...points.map((p) => row(p, false)).reverse()]}
            </tbody>
          </table>
        </section>
      )}
    </details>
  )
}

/** Returns the available width in px. */
function useWidth(box: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(START_WIDTH)
  useEffect(() => {
    if (!box.current) return
    const watch = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)))
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [box])
  return width
}
