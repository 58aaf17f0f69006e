import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from 'react-router-dom'
import type { Project } from '../../../shared/contracts/projects.ts'
import type { Publication } from '../../../shared/contracts/publication.ts'
import { described } from '../../../shared/publication/described.ts'
import { ApiError, sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { ConflictPanel } from '../../ui/conflict/conflict-panel.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { LeaveWarning } from '../../ui/leave-warning.tsx'
import { resetSent } from '../../ui/reset-sent.ts'
import { showToast } from '../../ui/toast.tsx'
import { ContactCard, DatasetCard, MethodsCard } from './cards.tsx'
import { CoverageCard } from './coverage-card.tsx'
import { draftOf, type FieldName, fieldNames, fieldOf, fieldsOf, mergeEdits, type PublicationFields } from './fields.ts'
import { FundingCard } from './funding-card.tsx'
import { LicenceCard } from './licence-card.tsx'
import { ModelsCard } from './models-card.tsx'
import { PeopleCard } from './people-card.tsx'
import type { PickLabel } from './pick-label.ts'
import styles from './publication.module.css'
import { coverageOf, publicationOf, savePublication } from './publication-calls.ts'
import { ReadyList } from './ready-list.tsx'
import { SensitiveCard } from './sensitive-card.tsx'
import { texts } from './texts.ts'

const { editor: words, fields: labels } = texts

import { valueWords } from './value-words.ts'

interface PublicationEditorProps {
  project: Project
  publication: Publication
  readOnly: boolean
  pickLabel: PickLabel
}

interface OpenConflict {
  merged: PublicationFields
  theirs: PublicationFields
  names: FieldName[]
  newest: Publication
}

/** Publication form with a live check against the rules of OBIS and GBIF. */
// Long: all cards of one form, in order.
export function PublicationEditor({ project, publication, readOnly, pickLabel }: PublicationEditorProps) {
  const client = useQueryClient()
  const { mutateAsync: save } = useMutation(savePublication(project.id))
  const coverage = useQuery(coverageOf(project.id))
  const [base, setBase] = useState(publication)
  const [conflict, setConflict] = useState<OpenConflict | null>(null)
  const [isResolving, setResolving] = useState(false)
  const form = useForm<PublicationFields>({ defaultValues: fieldsOf(publication), mode: 'onTouched' })
  const { handleSubmit, reset, setError, formState, watch } = form
  const { isDirty, isSubmitting, errors, dirtyFields } = formState
  // A form without edits shows what others save.
  useEffect(() => {
    if (isDirty || publication.revision <= base.revision) return
    setBase(publication)
    reset(fieldsOf(publication))
  }, [publication, isDirty, base, reset])
  useFocusByAddress()

  const fields = watch()
  const year = new Date().toISOString().slice(0, 4)
  const typed = useMemo(() => ({ ...base, ...draftOf(fields) }), [base, fields])
  const about = described(typed, project, year)

  /** @param submitted fields of the form that the person may have changed since; null while the form is not shown */
  async function send(written: PublicationFields, on: Publication, submitted: PublicationFields | null): Promise<void> {
    try {
      const saved = await save({ ...draftOf(written), revision: on.revision })
      setBase(saved)
      setConflict(null)
      if (submitted) resetSent(form, submitted, fieldsOf(saved))
      else reset(fieldsOf(saved))
      showToast({ tone: 'ok', title: words.saved })
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'STALE_REVISION')) throw error
      const newest = await client.query({ ...publicationOf(project.id), staleTime: 0 })
      const theirs = fieldsOf(newest)
      const { merged, conflicts } = mergeEdits(fieldsOf(on), written, theirs)
      if (conflicts.length === 0) return send(merged, newest, submitted)
      setConflict({ merged, theirs, names: conflicts, newest })
    }
  }

  const report = (error: unknown) => {
    for (const { path, message } of error instanceof ApiError ? error.errors : []) {
      const name = fieldOf(path.slice(1))
      if (name) setError(name, { message: `${labels[name]} ${message}` })
    }
    setError('root', { message: sentenceOf(error, words.failed) })
  }
  const submit = handleSubmit(written => send(written, base, written).catch(report))
  const changed = fieldNames.filter(name => dirtyFields[name]).map(name => labels[name])
  const wrong = fieldNames.flatMap(name => {
    const { message } = errors[name] ?? {}
    return typeof message === 'string' ? [{ fieldId: `publication-${name}`, message }] : []
  })
  const title = errors.root?.message ?? (wrong.length > 0 && formState.submitCount > 0 ? words.check : null)

  if (conflict)
    return (
      <>
        <LeaveWarning unsaved={!isSubmitting} />
        <FormSummary title={errors.root?.message ?? null} />
        <ConflictPanel
          subject={words.subject}
          fields={conflict.names.map(name => ({
            name,
            label: labels[name],
            mine: valueWords(conflict.merged[name]),
            theirs: valueWords(conflict.theirs[name])
          }))}
          busy={isResolving}
          onResolve={choices => {
            const taken = conflict.names.filter(name => choices[name] === 'theirs').map(name => [name, conflict.theirs[name]])
            setResolving(true)
            void send({ ...conflict.merged, ...Object.fromEntries(taken) }, conflict.newest, null)
              .catch(report)
              .finally(() => setResolving(false))
          }}
          onDiscard={() => {
            setBase(conflict.newest)
            reset(conflict.theirs)
            setConflict(null)
          }}
        />
      </>
    )
  return (
    <div className={styles.columns}>
      <ReadyList projectId={project.id} about={about} typed={typed} coverage={coverage} />
      <form className={styles.form} onSubmit={submit} noValidate>
        <LeaveWarning unsaved={isDirty && !isSubmitting} />
        <FormSummary title={title} errors={wrong} />
        <DatasetCard form={form} project={project} readOnly={readOnly} />
        <PeopleCard form={form} members={publication.members} readOnly={readOnly} />
        <ContactCard form={form} about={about} readOnly={readOnly} />
        <FundingCard form={form} readOnly={readOnly} />
        <MethodsCard form={form} project={project} readOnly={readOnly} />
        <ModelsCard form={form} coverage={coverage} readOnly={readOnly} />
        <CoverageCard projectId={project.id} coverage={coverage} />
        <SensitiveCard projectId={project.id} isOwner={project.role === 'owner'} pickLabel={pickLabel} />
        <LicenceCard form={form} about={about} readOnly={readOnly} />
        {!readOnly && (
          <div className={styles.bar}>
            <p className={styles.state} role="status">
              {changed.length > 0 ? words.unsaved(changed) : ''}
            </p>
            <Button disabled={!isDirty} onClick={() => reset(fieldsOf(base))}>
              {words.discard}
            </Button>
            <Button type="submit" variant="primary" busy={isSubmitting} disabled={!isDirty}>
              {words.save}
            </Button>
          </div>
        )}
      </form>
    </div>
  )
}

/** Focuses the field in the URL fragment, as in `…/publication#samplingProtocol`, or scrolls to the card, as in `…#sensitive`. */
function useFocusByAddress() {
  const { hash, key } = useLocation()
  useEffect(() => {
    const part = decodeURIComponent(hash.slice(1))
    const name = fieldOf(part)
    const field = document.getElementById(`publication-${name ?? part}`)
    field?.scrollIntoView({ block: name ? 'center' : 'start' })
    field?.focus({ preventScroll: true })
  }, [hash, key])
}
