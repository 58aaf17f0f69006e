import { useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError, sentenceOf } from '../../api/api-error.ts'

/**
 * Sends a form and shows what the server says against it at the fields that it means.
 * `isStale`: someone else was there first; `takeNewest` fills the form with what they saved.
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
      form.setError('root', { message: sentenceOf(error, 'It was not saved') })
    }
  })
  function takeNewest() {
    form.reset(newest())
    setStale(false)
  }
  return { submit, isStale, takeNewest }
}
