import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { isSameValue, mergeForm } from './merge-form.ts'

/**
 * Bases a form on newer values, such as those that were just saved. Fields that were edited since `before` keep what
 * was typed, and count as changed.
 */
export function rebaseForm<F extends FieldValues>(form: UseFormReturn<F>, before: F, now: F): void {
  const typed = form.getValues()
  const merged = mergeForm(before, now, typed)
  form.reset(now, { keepValues: true })
  for (const name of Object.keys(now) as Path<F>[])
    if (!isSameValue(merged[name], now[name]) || !isSameValue(typed[name], now[name]))
      form.setValue(name, merged[name], { shouldDirty: true })
}
