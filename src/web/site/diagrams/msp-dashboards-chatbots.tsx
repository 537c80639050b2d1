import { Box, Drawing, type DrawingProps, Group, Pen, Person, Text, Wire } from './kit.tsx'

/** Records gather on one shelf. One branch lights a wall screen, the other answers a technician in Teams. */
export default function DashboardsChatbots({ text }: DrawingProps) {
  return (
    <Drawing text={text} height={318}>
      <Box x={12} y={40} w={104} label="PSA" />
      <Box x={12} y={104} w={104} label="Documentation" />
      <Wire d="M116 58h24c14 0 6 28 20 28" at={0} />
      <Wire d="M116 122h24c14 0 6-26 20-26" at={1} />
      <path className="solid" d="M160 50h44v84h-44zM160 78h44M160 106h44" />
      {[0, 1, 2].map((i) => (
        <Group key={i} kind="in hot" at={1 + i * 0.5}>
          <path d={`M168 ${72 + i * 28}v-14M176 ${72 + i * 28}v-10M184 ${72 + i * 28}v-14M192 ${72 + i * 28}v-12`} />
        </Group>
      ))}
      <Wire d="M204 78h20" at={3} />
      <rect x="224" y="26" width="124" height="112" rx="6" />
      <path d="M286 138v14M262 152h48" />
      <Box x={232} y={34} w={108} h={30} at={3.5} label="Open tickets" />
      <Box x={232} y={70} w={51} h={60} at={4} />
      <Box x={289} y={70} w={51} h={60} at={4.5} />
      <Box x={244} y={100} w={8} h={22} kind="block rise" at={4} />
      <Box x={258} y={84} w={8} h={38} kind="block rise" at={4.5} />
      <Pen d="M297 112l10-12 10 6 14-20" at={5} />
      <path className="axis" d="M12 178h336" />
      <Wire d="M182 134v110" at={6} />
      <Person x={38} y={264} />
      <Text x={38} y={296} what>
        In Teams
      </Text>
      <Group kind="in below" at={5}>
        <path className="solid" d="M72 198h96a12 12 0 0 1 0 24h-104v-16a8 8 0 0 1 8-8z" />
        <Text x={118} y={214} what>
          VPN at Acme?
        </Text>
      </Group>
      <Group kind="in below" at={7}>
        <path className="block" d="M84 244h176a8 8 0 0 1 8 8v34a8 8 0 0 1-8 8h-184v-42a8 8 0 0 1 8-8z" />
        <Text x={92} y={265} align="start">
          Always On VPN
        </Text>
        <Text x={92} y={284} what align="start">
          Hudu: Acme VPN
        </Text>
        <path className="hot" d="M92 288h86" />
      </Group>
    </Drawing>
  )
}
