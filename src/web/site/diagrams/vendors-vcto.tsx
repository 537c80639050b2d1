import { Chip, Drawing, type DrawingProps, Group, Text, Wire } from './kit.tsx'

/** Three questions are weighed against cost and risk and leave as numbered sheets along a road in quarters. */
export default function VendorsVcto({ text }: DrawingProps) {
  return (
    <Drawing text={text} height={318}>
      {['Rewrite?', 'Buy it?', 'AI?'].map((question, i) => (
        <Chip
          key={question}
          x={12}
          y={36 + i * 44}
          w={84}
          label={question}
          tone="mild"
          kind={`in ${i === 1 ? 'left' : 'above'}`}
          at={i * 0.5}
        />
      ))}
      <path d="M4 164h100M18 164v20M90 164v20" className="thick" />
      <Wire d="M96 47c40 0 40 40 62 44" at={1} />
      <Wire d="M96 91h62" at={1.5} />
      <Wire d="M96 135c40 0 40-40 62-44" at={2} />
      <path d="M240 60v124M208 184h64M240 52h.1" className="thick" />
      <g className="scale">
        <path d="M176 72h128" className="hot thick" />
        <path d="M176 72l-26 62h52zM304 72l-26 62h52z" />
        <path className="block" d="M146 134h60a30 20 0 0 1-60 0zM274 134h60a30 20 0 0 1-60 0z" />
      </g>
      <Text x={176} y={180}>
        Cost
      </Text>
      <Text x={304} y={180}>
        Risk
      </Text>
      <Wire d="M240 184v46" at={4} />
      <path d="M12 270h336" className="thick" />
      {['1', '2', '3', '4'].map((number, i) => (
        <g key={number}>
          <path d={`M${12 + i * 84} 262v18`} />
          <Text x={54 + i * 84} y={296} what>
            {`Q${number}`}
          </Text>
          {i < 3 && (
            <Group kind="in above" at={5 + i * 0.8}>
              <rect className="hot" x={36 + i * 84} y="222" width="36" height="42" rx="4" />
              <Text x={54 + i * 84} y={248}>
                {number}
              </Text>
            </Group>
          )}
        </g>
      ))}
    </Drawing>
  )
}
