import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FoundSite, SiteFile } from '../../../../shared/contracts/site-imports.ts'
import type { SiteDraft, Sites } from '../../../../shared/contracts/sites.ts'
import { ApiError, sentenceOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Select } from '../../../ui/select.tsx'
import { showToast } from '../../../ui/toast.tsx'
import styles from '../sites.module.css'
import { FoundPlaces } from './found-places.tsx'
import { importSites, placesOf, undoSiteImport } from './queries.ts'
import { type Refusals, refusalsOf } from './refusals.ts'
import { texts } from './texts.ts'

interface FilePreviewProps {
  projectId: string
  file: File
  surveys: Sites['surveys']
  onAnother: () => void
  onDone: () => void
}

const isUsable = ({ draft, isKnown }: FoundSite) => draft !== null && !isKnown

/** Preview of the places in a file. Chosen places become sites. */
// Long: all parts of one form, in order.
export function FilePreview({ projectId, file, surveys, onAnother, onDone }: FilePreviewProps) {
  const [surveyId, setSurveyId] = useState<string | null>(null)
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [refused, setRefused] = useState<Refusals | null>(null)
  const places = useQuery(placesOf(projectId, file, surveyId))
  const undo = useMutation({
    ...undoSiteImport(projectId),
    onSuccess: ({ undone }) => undone && showToast({ tone: 'ok', title: texts.undone(undone) }),
    onError: error => showToast({ tone: 'danger', title: texts.notUndone, description: sentenceOf(error, texts.refused) })
  })
  const add = useMutation({
    ...importSites(projectId),
    onSuccess: ({ id, count }) => {
      showToast({
        tone: 'ok',
        title: texts.added(count),
        description: texts.from(file.name),
        action: { label: texts.undo, onAction: () => undo.mutate(id) }
      })
      onDone()
    },
    onError: (error, { sent }) => {
      setRefused(refusalsOf(error, sent))
      void places.refetch() // a name may have been taken in the meantime
    }
  })
  const chosen = chosenOf(places.data, left)

  function send() {
    setRefused(null)
    const sites = chosen.map(({ draft }) => ({ ...draft, surveyId }))
    add.mutate({ fileName: file.name, sites, sent: chosen.map(({ index }) => index) })
  }

  return (
    <div className={styles.way}>
      <p className={styles.file}>{file.name}</p>
      {surveys.length > 0 && (
        <Select
          label={texts.survey}
          value={surveyId ?? ''}
          onChange={event => {
            setSurveyId(event.target.value || null)
            setRefused(null)
          }}
          options={[{ value: '', label: texts.noSurvey }, ...surveys.map(({ id, name }) => ({ value: id, label: name }))]}
        />
      )}
      {places.isPending && <ProgressBar label={texts.reading(file.name)} />}
      {places.isError && (
        <ErrorPanel
          title={texts.unreadable}
          detail={sentenceOf(places.error, texts.refused)}
          safe={texts.unchanged}
          reference={places.error instanceof ApiError ? places.error.requestId : null}
        />
      )}
      {places.data && <FoundPlaces sites={places.data.sites} isUsable={isUsable} left={left} onLeft={setLeft} refused={refused} />}
      {add.isError && <ErrorPanel title={texts.notAdded} detail={sentenceOf(add.error, texts.refused)} safe={texts.unchanged} />}
      <div className={styles.foot}>
        <Button onClick={onAnother}>{texts.another}</Button>
        <Button variant="primary" busy={add.isPending} disabled={chosen.length === 0} onClick={send}>
          {texts.add(chosen.length)}
        </Button>
      </div>
    </div>
  )
}

/** Returns the places that can be added and are not left out. @param left indexes of the places that are left out */
const chosenOf = (found: SiteFile | undefined, left: ReadonlySet<number>): { index: number; draft: SiteDraft }[] =>
  (found?.sites ?? []).flatMap((site, index) => (isUsable(site) && site.draft && !left.has(index) ? [{ index, draft: site.draft }] : []))
