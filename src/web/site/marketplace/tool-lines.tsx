import { buildAddress, parseView } from './address.ts'

const ROW = 56
const BOX = 40
const WIDTH = 440
const LEFT = 172
const HUB = { x: 56, r: 46 }

const withTool = (name: string) => buildAddress({ ...parseView(new URLSearchParams()), integration: [name] })

/**
 * A drawing of a product's tools connected to one machine. Each tool links to other products that work with it. Briefly
 * animated.
 */
export function ToolLines({ tools }: { tools: string[] }) {
  const height = Math.max(tools.length * ROW, 2 * HUB.r + 24)
  const top = (height - tools.length * ROW) / 2
  const middle = height / 2
  const from = HUB.x + HUB.r
  const at = (i: number) => top + i * ROW + ROW / 2
  const line = (i: number) => `M${from} ${middle}C${from + 44} ${middle} ${from + 30} ${at(i)} ${LEFT} ${at(i)}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing that contains links, not a fieldset
    <svg className="lines" viewBox={`0 0 ${WIDTH} ${height}`} role="group" aria-label="Works with">
      {tools.map((tool, i) => (
        <g key={tool}>
          <path d={line(i)} />
          <path className={i % 2 ? 'work late' : 'work'} d={line(i)} pathLength="100" />
        </g>
      ))}
      <circle cx={HUB.x} cy={middle} r={HUB.r} />
      <circle className="rim" cx={HUB.x} cy={middle} r={HUB.r - 9} />
      <circle className="hub" cx={HUB.x} cy={middle} r="9" />
      {tools.map((tool, i) => (
        <a href={withTool(tool)} rel="nofollow" key={tool}>
          <rect x={LEFT} y={at(i) - BOX / 2} width={WIDTH - LEFT - 1} height={BOX} rx="10" />
          <text x={LEFT + 16} y={at(i) + 5}>
            {tool}
          </text>
        </a>
      ))}
    </svg>
  )
}
