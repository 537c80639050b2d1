import { Drawing, type DrawingProps, Group, Person, Text, Wire } from './kit.tsx'

const bubble = (x: number, y: number) => `M${x - 16} ${y - 12}h32v20h-18l-8 8v-8h-6z`
const letter = (x: number, y: number) => `M${x - 16} ${y - 11}h32v22h-32zl16 13 16-13`
const star = (x: number, y: number) => `M${x} ${y - 14}l4.5 9 9.5 1.5-7 7 1.7 10-8.7-4.7-8.7 4.7 1.7-10-7-7 9.5-1.5z`
const drift = [
  [40, 40, bubble, 'left', true, 0],
  [36, 112, letter, 'left', true, 0.5],
  [44, 186, star, 'below', false, 1],
  [126, 30, bubble, 'above', false, 0.3],
  [234, 30, letter, 'above', true, 0.8],
  [320, 44, star, 'right', false, 0.2],
  [324, 120, bubble, 'right', true, 0.6],
  [318, 190, letter, 'below', true, 1],
] as const

/** Eight messages arrive. The five with the same mark gather, and a page with three quotes reaches a reader. */
export default function AiInsights({ text }: DrawingProps) {
  return (
    <Drawing text={text} height={322}>
      {drift.map(([x, y, shape, from, marked, at]) => (
        <g key={`${x} ${y}`} className={marked ? undefined : 'pale'}>
          <Group kind={`in ${from}`} at={at}>
            <path className="solid" d={shape(x, y)} />
            {marked && <circle className="hot" cx={x} cy={y - 1} r="3" />}
          </Group>
          {marked && (
            <Wire d={`M${x + (x < 180 ? 18 : -18)} ${y}L${x < 180 ? 148 : 212} ${y < 116 ? 104 : 128}`} at={at + 2.5} />
          )}
        </g>
      ))}
      <circle className="axis" cx="180" cy="116" r="66" />
      <Group kind="in" at={4}>
        <circle className="block" cx="180" cy="116" r="26" />
      </Group>
      <Group kind="in" at={5}>
        <circle className="hot hollow" cx="180" cy="116" r="36" />
      </Group>
      <Group kind="in" at={5.5}>
        <text className="big" x="180" y="126">
          5
        </text>
      </Group>
      <Wire d="M180 152v68" at={6} />
      <Group kind="in above" at={6.8}>
        <rect className="hot" x="96" y="220" width="168" height="90" rx="6" />
        <Text x={110} y={242} align="start">
          Torn packaging
        </Text>
        <path d="M122 258h110M122 276h84M122 294h98" />
        <path className="hot" d="M112 255v6M112 273v6M112 291v6" />
      </Group>
      <Wire d="M264 266h38" at={8} />
      <Person x={322} y={266} at={8.8} />
      <Text x={322} y={300} what>
        Reader
      </Text>
    </Drawing>
  )
}
