import { type ChangeEvent, type SubmitEvent, useId, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { texts } from './texts.ts'

const { fields: words } = texts

type Values<Name extends string> = Record<Name, string>
type Faults<Name extends string> = Partial<Record<Name, string>>

interface AuthFormOptions<Name extends string> {
  initial: Values<Name>
  /** Validates the values. @returns error messages by field; a form with errors is not submitted */
  check: (values: Values<Name>) => Faults<Name>
  submit: (values: Values<Name>) => Promise<void>
  /** Error message if the server gives no reason. */
  fallback: string
}

interface Failure {
  title: string
  detail: string | null
}

/** State of a short form. A failure keeps the input. Errors appear at their fields and in a summary. */
export function useAuthForm<Name extends string>({ initial, check, submit, fallback }: AuthFormOptions<Name>) {
  const formId = useId()
  const [values, setValues] = useState(initial)
  const [faults, setFaults] = useState<Faults<Name>>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const names = Object.keys(initial) as Name[]
  const idOf = (name: Name) => `${formId}-${name}`

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    const found = check(values)
    setFaults(found)
    setFailure(null)
    if (Object.values(found).some(Boolean)) return
    setBusy(true)
    try {
      await submit(values)
    } catch (error) {
      setFaults(faultsOf(error, names))
      setFailure(failureOf(error, fallback))
    } finally {
      setBusy(false)
    }
  }

  const wrong = names.flatMap(name => (faults[name] ? [{ fieldId: idOf(name), message: faults[name] }] : []))
  return {
    values,
    busy,
    onSubmit,
    /** Returns the props of a field. */
    field: (name: Name) => ({
      id: idOf(name),
      name,
      value: values[name],
      error: faults[name],
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
        setValues(before => ({ ...before, [name]: target.value }))
        setFaults(before => ({ ...before, [name]: undefined }))
      }
    }),
    /** Props of the error summary. */
    summary: {
      title: failure?.title ?? (wrong.length ? words.check : null),
      errors: failure?.detail ? [{ message: failure.detail }, ...wrong] : wrong
    }
  }
}

function failureOf(error: unknown, fallback: string): Failure {
  if (!(error instanceof ApiError)) return { title: error instanceof Error ? error.message : fallback, detail: null }
  if (error.isFromServer) return { title: error.message, detail: null }
  return { title: fallback, detail: error.status === 0 ? words.kept(error.message) : null }
}

/** Returns the server's field errors by field name. The server names fields by JSON Pointer, such as `/email`. */
function faultsOf<Name extends string>(error: unknown, names: Name[]): Faults<Name> {
  const isFromServer = error instanceof ApiError ? error.errors : []
  const found = isFromServer.flatMap(({ path, message }) => names.filter(name => path === `/${name}`).map(name => [name, message] as const))
  return Object.fromEntries(found) as Faults<Name>
}
