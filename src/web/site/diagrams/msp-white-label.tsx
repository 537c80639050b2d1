import { Box, Drawing, type DrawingProps, Group, Sheet, Text, Wheel, Wire } from './kit.tsx'

/** The MSP's sign is in front. Behind it, a form passes through the machinery and comes out as the MSP's report. */
export default function WhiteLabel({ text }: DrawingProps) {
  return (
    <Drawing text={text} height={312}>
      <Box x={120} y={14} w={120} h={40} label="Your MSP" />
      <path d="M140 54v86M220 54v86" />
      <Sheet x={34} y={70} w={48} h={54} lines={4} at={0} kind="in above" />
      <Text x={92} y={90} what align="start">
        Form
      </Text>
      <Group kind="in below" at={8}>
        <rect x="278" y="70" width="48" height="54" rx="4" />
        <circle className="hot" cx="292" cy="84" r="6" />
        <path d="M304 84h14M286 100h32M286 110h22" />
      </Group>
      <Text x={268} y={90} what align="end">
        Report
      </Text>
      <path className="thick" d="M10 140h340" />
      <path className="axis" d="M10 164h340" />
      <Wire d="M58 124v86" at={1} />
      <Box x={10} y={210} w={96} label="Microsoft 365" at={2} />
      <Wire d="M106 228h38" at={2.5} />
      <Wheel x={164} y={222} r={24} />
      <Wheel x={206} y={246} r={24} />
      <Wire d="M230 228h24" at={5} />
      <Box x={254} y={202} w={96} h={52} label="QuickBooks" what="Online" at={6} />
      <Wire d="M302 202v-78" at={7} />
      <Text x={180} y={300} what>
        Behind the scenes
      </Text>
    </Drawing>
  )
}
