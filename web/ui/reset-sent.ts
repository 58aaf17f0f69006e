import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/**
 * Takes saved values as the new defaults of a form. A field that the person has changed since `sent` keeps its value, as an unsaved one.
 * @param sent values that were sent, or from which the person began
 * @param saved values as the server has them
 */
export function resetSent<Fields extends FieldValues>(
  { getValues, reset, setValue }: UseFormReturn<Fields>,
  sent: Fields,
  saved: Fields
): void {
  const typed = structuredClone(getValues())
  reset(saved)
  for (const name of Object.keys(typed) as Path<Fields>[])
    if (JSON.stringify(typed[name]) !== JSON.stringify(sent[name])) setValue(name, typed[name], { shouldDirty: true })
}
