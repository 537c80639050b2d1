import { Braces } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea } from '../../ui/forms/field.tsx'
import { OnDemand } from '../platform/loading/on-demand.tsx'
import type { Variable } from './model.ts'

const loadMenu = () => import('./variable-menu.tsx')

interface SourceFieldProps {
  label: string
  value: string
  onChange: (text: string) => void
  variables: readonly Variable[]
  error?: string | undefined
}

/** A Markdown editor. A menu inserts variables at the cursor. */
export function SourceField({ label, value, onChange, variables, error }: SourceFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const insert = (name: string) => {
    const node = area.current
    const [from, to] = node ? [node.selectionStart, node.selectionEnd] : [value.length, value.length]
    const put = `{{ ${name} }}`
    onChange(value.slice(0, from) + put + value.slice(to))
    requestAnimationFrame(() => {
      node?.focus()
      node?.setSelectionRange(from + put.length, from + put.length)
    })
  }
  return (
    <div className="relative">
      <Field label={label} required {...(error ? { error } : {})} hint="Markdown. Put variables in double braces.">
        <TextArea
          ref={area}
          rows={10}
          spellCheck
          className="!max-h-[70vh] min-h-80 font-mono !text-[0.8125rem] leading-relaxed"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </Field>
      <span className="absolute -top-1.5 right-0 max-md:-top-3.5">
        <OnDemand
          load={loadMenu}
          button={
            <Button size="sm" className="max-md:!h-9" icon={<Braces aria-hidden className="size-3.5" />}>
              Insert variable
            </Button>
          }
        >
          {({ VariableMenu }, button) => <VariableMenu button={button} variables={variables} onSelect={insert} />}
        </OnDemand>
      </span>
    </div>
  )
}
