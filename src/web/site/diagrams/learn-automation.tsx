import { Drawing, type DrawingProps, Mark, Text } from './kit.tsx'

const stones = [
  ['Process', 50, 1, 'M-12 8l4-12 10-8 8 8-10 8z'],
  ['HTTP', 112, 2, 'M-12-8h24v16h-24zl12 10 12-10'],
  ['Events', 180, 4, 'M-10 6c4-4 2-16 10-16s6 12 10 16zM-3 10h6'],
  ['Failure', 248, 6, 'M8-6a10 10 0 1 0 2 8M10-10v6h-6'],
  ['Model', 310, 8, 'M-4 6c0-4-5-5-5-10a9 9 0 1 1 18 0c0 5-5 6-5 10zM-4 11h8'],
] as const

/** A paper boat passes five stones in a stream, tips over at failure, rights itself and arrives. */
export default function LearnAutomation({ text }: DrawingProps) {
  return (
    <Drawing text={text} height={270}>
      <path d="M8 150c30-14 58-14 86 0s58 14 86 0 58-14 86 0 58 14 86 0" />
      <path
        className="pale"
        d="M8 176c30-14 58-14 86 0s58 14 86 0 58-14 86 0 58 14 86 0M8 124c30-14 58-14 86 0s58 14 86 0 58-14 86 0 58 14 86 0"
      />
      {stones.map(([name, x, at, drawing], i) => (
        <g key={name}>
          <ellipse className={`solid lit k${at}`} cx={x} cy={i % 2 ? 206 : 92} rx="31" ry="24" />
          <path className={`lit k${at}`} d={drawing} transform={`translate(${x} ${i % 2 ? 206 : 92})`} />
          <Text x={x} y={i % 2 ? 248 : 58} what>
            {name}
          </Text>
        </g>
      ))}
      <g className="boat">
        <path className="block" d="M8 146h44l-10 14h-24zM30 146v-26l-16 26zM30 120l14 26" />
      </g>
      <Mark x={344} y={134} at={9} />
    </Drawing>
  )
}
