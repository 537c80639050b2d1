import { Box, Drawing, type DrawingProps, Group, Pen, Person, Text } from './kit.tsx'

const stones = ['Sign-in', 'Tenants', 'Billing', 'Operations']

/** A sketch lands on four stones, walls rise slice by slice, and a customer walks in with a key. */
export default function BuildApp({ text }: DrawingProps) {
  return (
    <Drawing text={text} height={326}>
      <Group kind="in above" at={1}>
        <path className="dash" d="M70 214v-128l110-62 110 62v128" />
      </Group>
      <Text x={180} y={14} what>
        Sketch
      </Text>
      {stones.map((name, i) => (
        <Box key={name} x={12 + i * 84} y={232} w={82} h={44} label={name} at={i * 0.25} />
      ))}
      <Text x={180} y={302} what>
        Foundation
      </Text>
      {[0, 1, 2, 3].map((i) => (
        <Box key={i} x={70} y={188 - i * 34} w={220} h={32} kind="block in above" at={2.5 + i} />
      ))}
      <Pen d="M70 84l110-60 110 60" at={6.5} kind="bold" />
      <path className="solid" d="M194 220v-66h44v66" />
      <path d="M230 188h.1" className="thick" />
      <Group kind="in right" at={7.5}>
        <Person x={216} y={204} />
      </Group>
      <Group kind="in hot right" at={7.5}>
        <path d="M250 200a6 6 0 1 0 12 0a6 6 0 1 0-12 0M262 200h18v6M273 200v5" />
      </Group>
      <path d="M4 220h352" />
    </Drawing>
  )
}
