import { Box, Drawing, type DrawingProps, Mark, Text, Wire } from './kit.tsx'

const tools = [
  ['RMM', 62, 2],
  ['Documentation', 180, 3.5],
  ['Billing', 298, 5],
] as const

/** An address typed once in the PSA runs along three lines, and each tool replaces the old address. */
export default function ConnectSystems({ text }: DrawingProps) {
  return (
    <Drawing text={text} height={302}>
      <Box x={70} y={12} w={220} h={84} at={0} />
      <Text x={86} y={36} align="start">
        PSA
      </Text>
      <Text x={274} y={36} what align="end">
        Client address
      </Text>
      <path className="hot" d="M86 50h188v32h-188z" />
      <Text x={98} y={71} align="start" kind="in" at={0.5}>
        12 Oak Street
      </Text>
      <path className="hot caret" d="M190 58v16" />
      {tools.map(([name, x, at]) => (
        <g key={name}>
          <Wire d={`M180 96v44${x === 180 ? '' : `H${x}`}v48`} at={at} />
          <Box x={x - 52} y={188} w={104} h={92} at={at + 1} />
          <Text x={x} y={212}>
            {name}
          </Text>
          <path d={`M${x - 46} 226h92v32h-92z`} />
          <Text x={x} y={247} what kind="out" at={at + 1}>
            4 Elm Street
          </Text>
          <Text x={x} y={247} kind="small in" at={at + 1}>
            12 Oak Street
          </Text>
          <Mark x={x} y={280} at={at + 1.5} />
        </g>
      ))}
    </Drawing>
  )
}
