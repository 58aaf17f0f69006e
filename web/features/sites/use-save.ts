import { useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError, sentenceOf } from '../../api/api-error.ts'
import { texts } from './texts.tsx'

/**
 * Submits a form and shows the server's errors at their fields.
 * `isStale` is true after another person has saved first. `takeNewest` fills the form with their version.
 */
export function useSave<Fields extends FieldValues>(
  form: UseFormReturn<Fields>,
  names: readonly Path<Fields>[],
  send: (fields: Fields) => Promise<unknown>,
  newest: () => Fields,
  onSaved: () => void
) {
  const [isStale, setStale] = useState(false)
  const submit = form.handleSubmit(async fields => {
    setStale(false)
    try {
      await send(fields)
      onSaved()
    } catch (error) {
      if (error instanceof ApiError) {
        setStale(error.code === 'STALE_REVISION')
        for (const { path, message } of error.errors) {
          const name = names.find(field => path === `/${field}`)
          if (name) form.setError(name, { message })
        }
      }
      form.setError('root', { message: sentenceOf(error, texts.form.notSaved) })
    }
  })
  function takeNewest() {
    form.reset(newest())
    setStale(false)
  }
  return { submit, isStale, takeNewest }
}
