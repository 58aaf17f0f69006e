import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/**
 * Takes saved values as the new defaults of a form. A field that was changed while the save was under way keeps the newer value, as an unsaved one.
 * @param sent values that were sent
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
