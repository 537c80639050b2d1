import { Drawing, type DrawingProps, Mark, Pen, Sheet, Text, Wire } from './kit.tsx'

const piles = [
  ['Keep', 2],
  ['Merge', 3],
  ['Cancel', 4],
] as const

/** Subscription cards fall and are kept, merged or canceled. What remains becomes a plan. */
export default function BusinessVcto({ text }: DrawingProps) {
  return (
    <Drawing text={text} height={322}>
      {[0, 1, 2, 3, 4, 5].map((i) => (
        <g key={i} transform={`rotate(${[-8, 5, -3, 9, -5, 4][i]} ${116 + i * 26} 34)`}>
          <Sheet x={92 + i * 26} y={16 + (i % 2) * 8} w={48} h={30} lines={1} at={i * 0.25} kind="in above" />
        </g>
      ))}
      <path className="thick" d="M12 66h336" />
      {piles.map(([name, at], i) => (
        <g key={name}>
          <Wire d={`M180 66c0 24 ${i * 116 - 116} 4 ${i * 116 - 116} 28`} at={at - 0.8} />
          <path d={`M${18 + i * 116} 96v52h92v-52`} />
          {[0, 1].map((card) => (
            <Sheet
              key={card}
              x={42 + i * 116 + card * 6}
              y={116 - card * 7}
              w={36}
              h={24}
              lines={1}
              at={at}
              kind={`${i === 0 ? 'block ' : ''}in above`}
            />
          ))}
          <Text x={64 + i * 116} y={166}>
            {name}
          </Text>
        </g>
      ))}
      <Mark x={342} y={96} at={5} no />
      <Pen d="M64 174v22h116v-22M122 196v14" at={5.5} />
      <path className="solid" d="M52 212h256v98h-256z" />
      <Pen d="M52 212h256v98h-256zM140 212v56M140 292v18M52 262h56M214 212v22M214 258v52M214 268h94" at={6.5} />
      {['Orders', 'Books', 'Customers'].map((name, i) => (
        <Text key={name} x={96 + i * 82} y={242} kind="in" at={8}>
          {name}
        </Text>
      ))}
    </Drawing>
  )
}
