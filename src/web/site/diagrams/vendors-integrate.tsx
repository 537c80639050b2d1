import { Box, Drawing, type DrawingProps, Group, Mark, Person, Sheet, Text, Wire } from './kit.tsx'

/** A record passes the key check. The other side changes, an engineer swaps the adapter, and a ticket arrives. */
export default function Integrate({ text }: DrawingProps) {
  return (
    <Drawing text={text} height={316}>
      <Box x={12} y={28} w={98} h={64} label="Your product" at={0} />
      <Wire d="M110 60h60" at={0.5} />
      <path d="M170 100v-58a18 18 0 0 1 36 0v58" />
      <Text x={188} y={120} what>
        Key
      </Text>
      <path className="hot" d="M178 62a5 5 0 1 0 10 0a5 5 0 1 0-10 0M188 62h12v5" />
      <Mark x={206} y={40} at={1.5} />
      <Wire d="M188 60h60" at={1.5} />
      <Text x={288} y={120} what>
        In the queue
      </Text>
      {[0, 1, 2].map((i) => (
        <Sheet key={i} x={248 + i * 34} y={44} w={28} h={34} at={2.5 - i * 0.4} kind={i ? 'dim' : 'in left'} />
      ))}
      <Wire d="M330 78v106h-48" at={4} />
      <Wire d="M222 184h-54" at={6.5} />
      <Group kind="out" at={5.5}>
        <path className="solid" d="M222 160h60v48h-60v-14h-10v-20h10z" />
      </Group>
      <Group kind="in block below" at={6}>
        <path d="M222 160h60v48h-60v-10l-14-14 14-14z" />
      </Group>
      <Text x={252} y={228} what>
        Adapter
      </Text>
      <Group kind="out" at={5}>
        <path d="M168 154v20h16v20h-16v20" />
      </Group>
      <Group kind="in hot" at={5}>
        <path d="M168 154v16l14 14-14 14v16" />
      </Group>
      <Person x={252} y={266} at={5.5} />
      <Text x={252} y={300} what>
        Engineer
      </Text>
      <Box x={28} y={154} w={140} h={60} label="ConnectWise" what="Ticket" at={7.5} />
      <Mark x={28} y={154} at={8} />
    </Drawing>
  )
}
