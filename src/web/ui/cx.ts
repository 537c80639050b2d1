/** Joins class names and leaves out what is not a name: `condition && 'name'`. */
export function cx(...names: (string | false | 0 | 0n | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
