import { Box, Drawing, type DrawingProps, Group, Mark, Text, Wire } from './kit.tsx'

const cards = [
  ['PSA', 'Acme Corp', 66, 0],
  ['RMM', 'ACME Co', 180, 1.5],
  ['Documentation', 'Acme, Inc.', 294, 3],
] as const

function Laptop({ x, y }: { x: number; y: number }) {
  return <path d={`M${x + 4} ${y + 26}v-22a4 4 0 0 1 4-4h24a4 4 0 0 1 4 4v22M${x - 2} ${y + 30}h44`} />
}

/** Three cards of one company overlap under a lens and become one. A recycled laptop goes to the shelf. */
export default function DataCleanup({ text }: DrawingProps) {
  return (
    <Drawing text={text} height={326}>
      {cards.map(([tool, name, x, at]) => (
        <g key={tool}>
          <Text x={x} y={22} what>
            {tool}
          </Text>
          <Box x={x - 54} y={32} w={108} h={34} label={name} kind="dim" at={at + 1} />
          <Wire d={`M${x} 66c0 40 ${180 - x} 20 ${180 - x} 70`} at={at} />
        </g>
      ))}
      <circle className="hot" cx="180" cy="160" r="58" />
      <path className="hot thick" d="M222 202l28 28" />
      <Group kind="out" at={5}>
        <path d="M136 138h80v30h-80zM142 146h80v30h-80z" />
      </Group>
      <Group kind="in" at={5}>
        <Box x={128} y={142} w={104} h={36} label="Acme Corp" kind="block" />
      </Group>
      <Mark x={232} y={142} at={6} />
      <Group kind="dim" at={7}>
        <Laptop x={40} y={196} />
      </Group>
      <Wire d="M60 232v24h176" at={7} />
      <Text x={16} y={180} what align="start">
        Recycled
      </Text>
      <Group kind="in above" at={8}>
        <Laptop x={272} y={250} />
      </Group>
      <path className="thick" d="M236 290h112M250 290v14M334 290v14" />
      <Text x={292} y={322} what>
        Inactive
      </Text>
    </Drawing>
  )
}
