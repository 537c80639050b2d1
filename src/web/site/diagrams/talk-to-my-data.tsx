import { Box, Drawing, type DrawingProps, Group, Pen, Person, Text, Wire } from './kit.tsx'

const rows = [
  ['$1,200', 3.8],
  ['$310', 4.1],
  ['$2,050', 4.4],
  ['$450', 4.8],
  ['$900', 5.2],
] as const

/** A sentence becomes a query, five rows leave three drawers, and the total returns with its rows. */
export default function TalkToMyData({ text }: DrawingProps) {
  return (
    <Drawing text={text} height={328}>
      <Person x={40} y={36} at={8.5} />
      <Group kind="in left" at={0}>
        <rect x="66" y="18" width="164" height="34" rx="17" />
        <Text x={148} y={40}>
          How much are we owed?
        </Text>
      </Group>
      <Wire d="M230 35h62v23" at={0.8} />
      <path className="solid" d="M252 58h80l-28 36v22h-24v-22z" />
      <Text x={292} y={78} what>
        query
      </Text>
      <Wire d="M292 116v28" at={1.8} />
      <path className="solid" d="M240 144h108v166h-108zM240 199h108M240 254h108" />
      {['QuickBooks', 'Shopify', 'HubSpot'].map((name, i) => (
        <g key={name}>
          <Text x={294} y={170 + i * 55}>
            {name}
          </Text>
          <path d={`M284 ${184 + i * 55}h20`} />
          <Wire d={`M240 ${172 + i * 55}h-36`} at={3 + i * 0.6} />
        </g>
      ))}
      {rows.map(([amount, at], i) => (
        <g key={amount}>
          <Box x={84} y={158 + i * 31} w={120} h={27} kind="in right" at={at} />
          <Text x={192} y={176 + i * 31} kind="small end in" at={at}>
            {amount}
          </Text>
          <Pen d={`M96 ${172 + i * 31}h44`} at={at} kind="faint" />
        </g>
      ))}
      <Group kind="in below" at={6.5}>
        <Box x={84} y={104} w={120} h={44} label="$4,910" what="Total" kind="block" />
      </Group>
      <Wire d="M84 126h-44v-72" at={7.5} />
      <path className="dash" d="M84 314h-16v-168h16" />
    </Drawing>
  )
}
