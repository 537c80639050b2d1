import { Box, Drawing, type DrawingProps, Group, Mark, Text, Wire } from './kit.tsx'

const sources = [
  ['Store', 24],
  ['Stripe', 110],
  ['Bank', 196],
] as const

/** Records from three sources are checked by one gauge, fill a dashboard and become a Monday report. */
export default function DataInsights({ text }: DrawingProps) {
  return (
    <Drawing text={text} height={314}>
      {sources.map(([name, y], i) => (
        <g key={name}>
          <Box x={12} y={y} w={84} label={name} />
          <Wire d={`M96 ${y + 18}c34 0 16 ${110 - y} 48 ${110 - y}`} at={i * 0.7} />
        </g>
      ))}
      <circle cx="172" cy="128" r="30" />
      <path d="M152 142a24 24 0 1 1 40 0" />
      <g className="needle">
        <path className="hot thick" d="M172 132v-20" />
      </g>
      <Text x={172} y={182} what>
        Match?
      </Text>
      <Wire d="M202 128h24" at={2.5} />
      <rect x="226" y="22" width="122" height="160" rx="6" />
      <path d="M240 160h94" />
      {[40, 62, 52].map((height, i) => (
        <Box key={height} x={248 + i * 28} y={160 - height} w={18} h={height} />
      ))}
      {[40, 62, 52].map((height, i) => (
        <Box key={height} x={248 + i * 28} y={160 - height} w={18} h={height} kind="block rise" at={3 + i} />
      ))}
      <Text x={287} y={46} what>
        Dashboard
      </Text>
      <path className="thick" d="M226 206h122" />
      <Wire d="M287 182v24" at={6} />
      <Group kind="in above" at={6.5}>
        <path className="hot" d="M240 206v92h94v-92" />
        <Text x={287} y={230}>
          Monday
        </Text>
        <path d="M254 246h66M254 260h42M254 274h56" />
      </Group>
      <Mark x={334} y={298} at={8} />
    </Drawing>
  )
}
