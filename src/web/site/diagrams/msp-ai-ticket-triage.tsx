import { Box, Chip, Drawing, Mark, Person, Sheet, Text, Wire } from './kit.tsx'
import type { DrawingProps } from './index.ts'

/** A ticket comes in, is read, gets its three labels and goes to the right queue. */
export default function Triage({ text }: DrawingProps) {
  return (
    <Drawing text={text} height={330}>
      <Sheet x={20} y={30} w={120} h={84} lines={0} kind="" />
    </Drawing>
  )
}
