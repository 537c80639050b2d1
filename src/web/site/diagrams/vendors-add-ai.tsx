import { Box, Drawing, type DrawingProps, Group, Mark, Person, Text, Wire } from './kit.tsx'

/**
 * Questions run through a model and are compared with an answer key. Matches go to the customer, the rest to the bench.
 */
export default function AddAi({ text }: DrawingProps) {
  return (
    <Drawing text={text} height={318}>
      <path className="thick" d="M12 118h336" />
      {[22, 66, 110, 154, 198, 242, 286, 330].map((x) => (
        <circle key={x} cx={x} cy="128" r="7" />
      ))}
      {[0, 1, 2].map((i) => (
        <Group key={i} kind="in left" at={i * 0.6}>
          <rect x={14 + i * 32} y="78" width="26" height="34" rx="4" />
          <Text x={27 + i * 32} y={100}>
            ?
          </Text>
        </Group>
      ))}
      <Box x={116} y={40} w={78} h={74} label="Model" at={2} />
      <path d="M128 54h10M172 54h10M128 100h54" />
      <Wire d="M194 76h14" at={3} />
      <rect className="hot" x="208" y="20" width="78" height="94" rx="6" />
      <Text x={247} y={40} what>
        Answer key
      </Text>
      <path d="M218 57h30M218 78h36M218 99h24" />
      <Mark x={271} y={57} at={4} />
      <Mark x={271} y={78} at={4.5} />
      <Mark x={271} y={99} at={5} no />
      <Wire d="M286 72h36" at={5.5} />
      <Person x={336} y={72} at={6.5} />
      <Text x={350} y={107} align="end" what>
        Customer
      </Text>
      <Wire d="M251 142v64h-39" at={6} />
      <path className="thick" d="M60 238h200M80 238v62M240 238v62" />
      <Box x={92} y={186} w={120} h={46} label="Prompt" at={7} />
      <path d="M104 222h96" />
      <circle className="hot knob" cx="128" cy="222" r="6" />
      <Wire d="M92 208h-62v-60" at={8} />
      <Text x={160} y={270} what>
        Workbench
      </Text>
    </Drawing>
  )
}
