import { useId, useState } from 'react'
import { cx } from '../cx'

interface ChartBarsProps {
  /** A short title of the chart. */
  label: string
  /** A sentence with the main message, for screen readers. */
  summary: string
  /** The names of the series, at most two, whose bars are side by side. */
  series: readonly string[]
  /** Whether the second series is negative, such as failures. */
  bad?: boolean
  /** In axis order, with one value per series. A negative value has no bar, but is in the texts and the table. */
  places: readonly { key: string; name: string; short: string; values: readonly number[] }[]
  valueText: (value: number) => string
  /** Formats a value in short form for the axis. */
  axisText: (value: number) => string
  /** Formats a value for a cell of the value table. */
  cellText?: (value: number) => string
  /** The header of the first column in the value table. */
  placeHead: string
}

const HEIGHT = 200
// The second series is striped, so that it differs from the first one without color. The stripes are horizontal,
// because the drawing is stretched sideways.
const STRIPED = 'bg-[repeating-linear-gradient(var(--mark)_0_2px,transparent_2px_4px)]'
const marks = ['bg-accent', `${STRIPED} [--mark:var(--color-info)]`] as const
const badMark = `${STRIPED} [--mark:var(--color-bad)]`

/** Rounds up to a value that divides the axis into four even steps. */
function ceiling(most: number): number {
  if (most <= 0) return 4
  // Use whole steps for small numbers.
  if (most <= 40) return Math.ceil(most / 4) * 4
  const power = 10 ** Math.floor(Math.log10(most))
  return ([1, 1.2, 1.6, 2, 3, 4, 6, 8, 10].find((n) => n * power >= most) ?? 10) * power
}

/** A bar chart with one or two bars per category, such as months. A table below lists all values. */
export function ChartBars({
  label,
  summary,
  series,
  bad = false,
  places,
  valueText,
  axisText,
  cellText = valueText,
  placeHead,
}: ChartBarsProps) {
  const [shown, setShown] = useState<number>()
  const stripes = useId()
  const top = ceiling(Math.max(0, ...places.flatMap((p) => p.values)))
  const heightOf = (value: number) => (Math.max(0, value) / top) * HEIGHT
  const current = shown === undefined ? undefined : places[shown]
  const steps = [0, 1, 2, 3, 4].map((n) => (top / 4) * n)
  return (
    <figure data-chart="" className="min-w-0">
      <div className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-xs">
        {series.map((name, i) => (
          <span key={name} className="flex items-center gap-1.5 text-muted">
            <span
              aria-hidden
              data-swatch=""
              className={cx('size-2.5 rounded-[2px]', bad && i === 1 ? badMark : marks[i])}
            />
            {name}
            {current && <span className="tabular text-text">{valueText(current.values[i] ?? 0)}</span>}
          </span>
        ))}
        <span className="tabular text-muted" aria-hidden>
          {current?.name}
        </span>
      </div>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-muted text-xs">
        <div aria-hidden className="tabular flex h-50 flex-col-reverse justify-between text-end leading-none">
          {steps.map((s) => (
            <span key={s} className="-my-1.5">
              {axisText(s)}
            </span>
          ))}
        </div>
        <svg
          role="img"
          aria-label={`${label}. ${summary}`}
          viewBox={`0 0 ${places.length * 40} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="block h-50 w-full overflow-visible"
          onPointerLeave={() => setShown(undefined)}
        >
          {series.length > 1 && (
            <pattern id={stripes} width={4} height={4} patternUnits="userSpaceOnUse">
              <rect width={4} height={2} className={bad ? 'fill-bad' : 'fill-info'} />
            </pattern>
          )}
          {steps.map((s) => (
            <line
              key={s}
              x1={0}
              x2={places.length * 40}
              y1={HEIGHT - heightOf(s)}
              y2={HEIGHT - heightOf(s)}
              vectorEffect="non-scaling-stroke"
              className={s === 0 ? 'stroke-edge' : 'stroke-line'}
            />
          ))}
          {places.map((p, i) => (
            <g key={p.key} onPointerEnter={() => setShown(i)}>
              <rect
                x={i * 40}
                y={0}
                width={40}
                height={HEIGHT}
                className={shown === i ? 'fill-line/60' : 'fill-transparent'}
              />
              {p.values.map((v, n) => (
                <rect
                  key={series[n]}
                  x={i * 40 + 7 + n * (26 / series.length)}
                  width={26 / series.length - 1}
                  y={HEIGHT - heightOf(v)}
                  height={heightOf(v)}
                  {...(n === 1 ? { fill: `url(#${stripes})` } : { className: 'fill-accent' })}
                />
              ))}
            </g>
          ))}
        </svg>
        <span />
        <div aria-hidden className="mt-2 flex text-center">
          {places.map((p, i) => (
            <span key={p.key} className={cx('flex-1', i % 2 === 1 && 'max-md:invisible')}>
              {p.short}
            </span>
          ))}
        </div>
      </div>
      <details className="mt-2">
        <summary className="inline-flex min-h-6 cursor-pointer items-center rounded-sm text-muted text-xs hover:text-text max-md:min-h-11">
          Show as table
        </summary>
        <table className="mt-2 w-full max-w-lg text-xs">
          <caption className="sr-only">{label}</caption>
          <thead>
            <tr className="text-muted">
              <th scope="col" className="pb-1.5 text-left font-medium">
                {placeHead}
              </th>
              {series.map((name) => (
                <th key={name} scope="col" className="pb-1.5 text-right font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...places].reverse().map((p) => (
              <tr key={p.key} className="border-line border-t">
                <th scope="row" className="py-1.5 pr-4 text-left font-normal text-muted">
                  {p.name}
                </th>
                {p.values.map((v, n) => (
                  <td key={series[n]} className="tabular py-1.5 text-right">
                    {cellText(v)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
