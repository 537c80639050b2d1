// Short texts for the values of filter fields.
import { useQuery } from '@tanstack/react-query'
import { useAuth } from '../platform/session/auth.tsx'
import type { Field, ManyField, Option } from './filter.ts'

const textOf = ({ label, text, value }: Option) => text ?? (typeof label === 'string' ? label : value)
/** The text for a chosen record whose name is not known. */
export const UNKNOWN_NAME = '1 selected'

const asks = { queryKey: ['nothing'], queryFn: () => null }

/**
 * Returns the name of the record that a picker is set to, from the loaded rows or from the server. Undefined if the
 * picker is not set to a record, or while the name is not known.
 */
export function usePickedName(field: Field, value: string | undefined, rows: readonly unknown[]): string | undefined {
  const pick = field.kind === 'pick' ? field : undefined
  const id = value && pick && !pick.words.some((w) => w.value === value) ? value : undefined
  const { source } = pick ?? {}
  const known = id && rows.map((row) => pick?.ofRow?.(row)).find((one) => one?.id === id)?.name
  const wanted = Boolean(id) && !known && !pick?.free
  const one = useQuery({ ...(source?.one?.(id ?? '') ?? asks), enabled: wanted && Boolean(source?.one) })
  const whole = useQuery({
    ...(source?.whole ? source.find('') : asks),
    enabled: wanted && source?.whole === true && !source.one,
  })
  if (!id) return undefined
  if (pick?.free) return id
  if (known) return known
  if (source?.one) return one.data?.name
  return source?.whole ? whole.data?.find((o: { id: string }) => o.id === id)?.name : undefined
}

const several = (words: string[]) => (words.length > 2 ? `${words.length} selected` : words.join(', ') || undefined)

function textOfMany(field: ManyField, chosen: string[]): string | undefined {
  if (chosen.length === 0) return field.usual.length > 0 ? 'All' : undefined
  if (chosen.length === field.usual.length && chosen.every((v) => field.usual.includes(v))) return undefined
  return several(field.options.filter((o) => chosen.includes(o.value)).map(textOf))
}

/** Returns a field's value as a short text, or undefined if it does not narrow the list. */
export function useFieldText(field: Field, value: unknown, rows: readonly unknown[]): string | undefined {
  const { user } = useAuth()
  const name = usePickedName(field, typeof value === 'string' ? value : undefined, rows)
  switch (field.kind) {
    case 'many':
      return textOfMany(field, value as string[])
    case 'one': {
      const option = field.options.find((o) => o.value === value)
      return option && textOf(option)
    }
    case 'flag':
      return value ? field.on : undefined
    case 'pick': {
      if (!value) return undefined
      const word =
        field.words.find((w) => w.value === value) ??
        (value === user?.id ? field.words.find((w) => w.value === 'me') : undefined)
      return word ? textOf(word) : (name ?? UNKNOWN_NAME)
    }
  }
}

/** Returns whether a field narrows the list. */
export function isSet(field: Field, value: unknown): boolean {
  return field.kind === 'many' ? textOfMany(field, value as string[]) !== undefined : Boolean(value)
}
