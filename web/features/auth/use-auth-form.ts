import { type ChangeEvent, type SubmitEvent, useEffectEvent, useId, useLayoutEffect, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { texts } from './texts.ts'

const { fields: words } = texts

type Values<Name extends string> = Record<Name, string>
type Faults<Name extends string> = Partial<Record<Name, string>>

interface AuthFormOptions<Name extends string> {
  initial: Values<Name>
  /** Labels of the fields. */
  labels: Values<Name>
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

/**
 * State of a short form. A failure keeps the input. Errors appear at their fields, and a summary links to these fields. The sentences of the
 * server are long, so the summary names the fields instead.
 */
export function useAuthForm<Name extends string>({ initial, labels, check, submit, fallback }: AuthFormOptions<Name>) {
  const formId = useId()
  const [values, setValues] = useState(initial)
  const [faults, setFaults] = useState<Faults<Name>>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isRefused, setRefused] = useState(false)
  const [busy, setBusy] = useState(false)
  const names = Object.keys(initial) as Name[]
  const idOf = (name: Name) => `${formId}-${name}`

  const takeInput = useEffectEvent(() => {
    const found = inputOf(names, idOf)
    if (found) setValues(before => ({ ...before, ...found }))
  })
  // a person or a password manager may fill in a prerendered page before React hydrates it
  useLayoutEffect(() => takeInput(), [])

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    const found = check(values)
    setFaults(found)
    setFailure(null)
    setRefused(false)
    if (Object.values(found).some(Boolean)) return
    setBusy(true)
    try {
      await submit(values)
    } catch (error) {
      const refused = faultsOf(error, labels)
      setFaults(refused)
      setRefused(true)
      setFailure(Object.keys(refused).length > 0 ? null : failureOf(error, fallback))
    } finally {
      setBusy(false)
    }
  }

  function change(name: Name, value: string) {
    setValues(before => ({ ...before, [name]: value }))
    setFaults(before => ({ ...before, [name]: undefined }))
  }

  const wrong = names.flatMap(name => (faults[name] ? [{ fieldId: idOf(name), message: isRefused ? labels[name] : faults[name] }] : []))
  return {
    values,
    busy,
    onSubmit,
    /** Returns the props of a field. */
    field: (name: Name) => ({
      ...{ id: idOf(name), name, label: labels[name], value: values[name], error: faults[name] },
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => change(name, target.value)
    }),
    /** Props of the error summary. */
    summary: {
      title: failure?.title ?? (wrong.length ? words.check : null),
      errors: failure?.detail ? [{ message: failure.detail }] : wrong
    }
  }
}

/** Reads the fields of the page that have a value; null if all are empty. */
function inputOf<Name extends string>(names: readonly Name[], idOf: (name: Name) => string): Partial<Values<Name>> | null {
  const found: Partial<Values<Name>> = {}
  for (const name of names) {
    const field = document.getElementById(idOf(name))
    if (field instanceof HTMLInputElement && field.value !== '') found[name] = field.value
  }
  return Object.keys(found).length > 0 ? found : null
}

function failureOf(error: unknown, fallback: string): Failure {
  if (!(error instanceof ApiError)) return { title: error instanceof Error ? error.message : fallback, detail: null }
  if (error.isFromServer) return { title: error.message, detail: null }
  return { title: fallback, detail: error.status === 0 ? words.kept(error.message) : null }
}

/**
 * Returns the server's field errors by field name, as sentences about the fields. The server names fields by JSON Pointer, such as `/email`, and leaves
 * the subject out of its messages.
 */
function faultsOf<Name extends string>(error: unknown, labels: Values<Name>): Faults<Name> {
  const names = Object.keys(labels) as Name[]
  const isFromServer = error instanceof ApiError ? error.errors : []
  const found = isFromServer.flatMap(({ path, message }) =>
    names.filter(name => path === `/${name}`).map(name => [name, `${labels[name]} ${message}`] as const)
  )
  return Object.fromEntries(found) as Faults<Name>
}
