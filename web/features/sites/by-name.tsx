import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { NamePattern, Sites } from '../../../shared/contracts/sites.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { AssignmentPreview } from './assignment-preview.tsx'
import { assignByName, previewByName } from './queries.ts'
import styles from './sites.module.css'
import { texts } from './texts.tsx'

const { byName: words, assignDialog: common } = texts

/** Delay after the last keystroke before the preview is requested, in milliseconds. */
const settleMs = 350
const everywhere = 'any'

/** Assignment by a pattern that finds the site in the file name. */
// Long: all fields of one form, in order.
export function ByName({ projectId, found: { sites, surveys }, onDone }: { projectId: string; found: Sites; onDone: () => void }) {
  const [pattern, setPattern] = useState('{site}_*')
  const [surveyId, setSurveyId] = useState(everywhere)
  const [siteId, setSiteId] = useState(sites[0]?.id ?? '')
  const [createSites, setCreateSites] = useState(sites.length === 0)
  const readsSite = pattern.toLowerCase().includes('{site}')
  const namePattern: NamePattern = {
    pattern,
    ...(readsSite ? { createSites } : { siteId }),
    ...(readsSite && surveyId !== everywhere && { surveyId: surveyId || null })
  }
  const isReady = pattern.trim() !== '' && (readsSite || siteId !== '')
  const settled = useSettled(JSON.stringify(namePattern))
  const preview = useQuery({ ...previewByName(projectId, JSON.parse(settled) as NamePattern), enabled: isReady })
  const { mutate: assign, isPending, error } = useMutation(assignByName(projectId))
  const isFresh = settled === JSON.stringify(namePattern) && !preview.isFetching
  const changedCount = isFresh ? (preview.data?.changedCount ?? 0) : 0

  return (
    <div className={styles.way}>
      <div className={styles.pair}>
        <TextField
          label={words.pattern}
          value={pattern}
          autoComplete="off"
          spellCheck={false}
          onChange={event => setPattern(event.target.value)}
          description={words.patternAbout(text => <code>{text}</code>)}
        />
        {readsSite ? (
          <Select
            label={words.sitesOf}
            value={surveyId}
            options={[
              { value: everywhere, label: words.anySurvey },
              ...surveys.map(({ id, name }) => ({ value: id, label: name })),
              { value: '', label: words.noSurvey }
            ]}
            onChange={event => setSurveyId(event.target.value)}
          />
        ) : (
          <Select
            label={words.site}
            value={siteId}
            options={sites.map(({ id, name, surveyId: of }) => ({
              value: id,
              label: siteLabel(name, surveys.find(survey => survey.id === of)?.name)
            }))}
            onChange={event => setSiteId(event.target.value)}
          />
        )}
      </div>
      {readsSite && <Checkbox label={words.createSites} checked={createSites} onChange={event => setCreateSites(event.target.checked)} />}
      {!readsSite && sites.length === 0 && <p>{words.noSites}</p>}
      {preview.isError ? (
        <ErrorPanel title={words.invalid} detail={sentenceOf(preview.error, common.refused)} safe={common.unchanged} />
      ) : preview.data ? (
        <AssignmentPreview report={preview.data} stale={!isFresh} fileName={words.fileName} />
      ) : (
        isReady && <SkeletonRows rows={4} label={words.loading} />
      )}
      {error && <ErrorPanel title={common.notAssigned} detail={sentenceOf(error, common.refused)} safe={common.unchanged} />}
      <div className={styles.foot}>
        <Button
          variant="primary"
          busy={isPending}
          disabled={changedCount === 0}
          onClick={() =>
            assign(namePattern, {
              onSuccess: done => {
                showToast({ tone: 'ok', title: common.assigned(done.changedCount) })
                onDone()
              }
            })
          }
        >
          {common.assign(changedCount)}
        </Button>
      </div>
    </div>
  )
}

export const siteLabel = (name: string, survey: string | undefined) => (survey ? `${name} (${survey})` : name)

/** Debounces a value by `settleMs`. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
