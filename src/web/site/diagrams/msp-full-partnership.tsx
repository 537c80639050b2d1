import { Box, Drawing, type DrawingProps, Text, Wire } from './kit.tsx'

const inputs = [
  ['Service desk', 12, 0],
  ['Billing', 121, 1.5],
  ['Onboarding', 229, 3],
] as const
const outputs = [
  ['PSA', 12, 5],
  ['RMM', 121, 5.5],
  ['Microsoft 365', 229, 6],
] as const

/** Ideas roll onto one bench, finished automations leave it, and a repair line leads back. */
export default function FullPartnership({ text }: DrawingProps) {
  return (
    <Drawing text={text} height={312}>
      {inputs.map(([name, x, at], i) => (
        <g key={name}>
          <Wire d={`M${x + 48} 50v52`} at={at} />
          <Box x={x} y={16} w={97} h={34} label={name} />
          <Box x={30 + i * 103} y={124} w={28} h={20} kind="block in above" at={at + 0.5} />
        </g>
      ))}
      <path d="M12 102h314v64h-314zM36 166v20M302 166v20M117 102v64M221 102v64" />
      {['Plan', 'Build', 'Host'].map((name, i) => (
        <Text key={name} x={84 + i * 104} y={139}>
          {name}
        </Text>
      ))}
      {outputs.map(([name, x, at]) => (
        <g key={name}>
          <Wire d={`M${x + 48} 166v72`} at={at} />
          <Box x={x} y={238} w={97} h={34} label={name} at={at + 0.8} />
        </g>
      ))}
      <Wire d="M60 272v24h288v-162h-22" kind="dash" at={8} />
      <Text x={340} y={222} what align="end">
        Repairs
      </Text>
    </Drawing>
  )
}
