import { Box, Drawing, type DrawingProps, Pen, Sheet, Text, Wire } from './kit.tsx'

const trays = [
  ['Now', 26],
  ['Later', 120],
  ['No', 214],
] as const

/** Offers, scripts and notes drift to a table and are sorted into now, later and no. "Now" moves on. */
export default function VirtualCto({ text }: DrawingProps) {
  return (
    <Drawing text={text} height={312}>
      <g transform="rotate(-5 58 60)">
        <Box x={12} y={42} w={92} label="Vendor offer" />
      </g>
      <g transform="rotate(4 58 150)">
        <Box x={10} y={134} w={92} label="Old script" />
      </g>
      <g transform="rotate(-3 58 244)">
        <Box x={14} y={226} w={92} label="Loose note" />
      </g>
      <Wire d="M104 62c30 4 20 88 48 88" at={0} />
      <Wire d="M102 152h50" at={1.5} />
      <Wire d="M106 244c30-4 18-94 46-94" at={3} />
      <Pen d="M152 26v250" at={0.5} />
      {trays.map(([name, y]) => (
        <g key={name}>
          <path d={`M164 ${y}v58h78v-58`} />
          <Text x={203} y={y + 14}>
            {name}
          </Text>
        </g>
      ))}
      <Sheet x={176} y={54} w={54} h={22} lines={1} at={1.5} kind="block in left" />
      <Sheet x={176} y={148} w={54} h={22} lines={1} at={3} kind="in left" />
      <Sheet x={176} y={242} w={54} h={22} lines={1} at={4.5} kind="in left" />
      <Wire d="M242 60c12 0-4-18 10-18" at={6} />
      <Wire d="M242 60c12 0-4 36 10 36" at={7} />
      <Box x={252} y={24} w={100} label="PSA" at={7} />
      <Box x={252} y={78} w={100} label="Microsoft 365" at={8} />
    </Drawing>
  )
}
