import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { NamePattern, Sites } from '../../../shared/contracts/sites.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { formatCount } from '../../ui/format.ts'
import { Select } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { AssignmentPreview } from './assignment-preview.tsx'
import { assignByName, previewByName } from './queries.ts'
import styles from './sites.module.css'

/** Typing settles for so long before the server is asked. */
const settleMs = 350
const everywhere = 'any'

/** The name of the site stands in the file name. */
// Long: the fields of one form in their order.
export function ByName({ projectId, found: { sites, surveys }, onDone }: { projectId: string; found: Sites; onDone: () => void }) {
  const [pattern, setPattern] = useState('{site}_*')
  const [surveyId, setSurveyId] = useState(everywhere)
  const [siteId, setSiteId] = useState(sites[0]?.id ?? '')
  const [createSites, setCreateSites] = useState(sites.length === 0)
  const readsSite = pattern.toLowerCase().includes('{site}')
  const asked: NamePattern = {
    pattern,
    ...(readsSite ? { createSites } : { siteId }),
    ...(readsSite && surveyId !== everywhere && { surveyId: surveyId || null })
  }
  const isReady = pattern.trim() !== '' && (readsSite || siteId !== '')
  const settled = useSettled(JSON.stringify(asked))
  const preview = useQuery({ ...previewByName(projectId, JSON.parse(settled) as NamePattern), enabled: isReady })
  const { mutate: assign, isPending, error } = useMutation(assignByName(projectId))
  const isFresh = settled === JSON.stringify(asked) && !preview.isFetching
  const changedCount = isFresh ? (preview.data?.changedCount ?? 0) : 0

  return (
    <div className={styles.way}>
      <div className={styles.pair}>
        <TextField
          label="Pattern of the file names"
          value={pattern}
          autoComplete="off"
          spellCheck={false}
          onChange={event => setPattern(event.target.value)}
          description={
            <>
              <code>{'{site}'}</code> stands where the site is named, <code>*</code> is any text, <code>?</code> one character. Without{' '}
              <code>{'{site}'}</code> all that fits goes to one site: <code>M1_*.jpg</code>.
            </>
          }
        />
        {readsSite ? (
          <Select
            label="Sites of"
            value={surveyId}
            options={[
              { value: everywhere, label: 'any survey' },
              ...surveys.map(({ id, name }) => ({ value: id, label: name })),
              { value: '', label: 'no survey' }
            ]}
            onChange={event => setSurveyId(event.target.value)}
          />
        ) : (
          <Select
            label="Site"
            value={siteId}
            options={sites.map(({ id, name, surveyId: of }) => ({
              value: id,
              label: siteLabel(name, surveys.find(survey => survey.id === of)?.name)
            }))}
            onChange={event => setSiteId(event.target.value)}
          />
        )}
      </div>
      {readsSite && (
        <Checkbox
          label="Make stations that are not there yet"
          checked={createSites}
          onChange={event => setCreateSites(event.target.checked)}
        />
      )}
      {!readsSite && sites.length === 0 && <p>There is no site yet to give them to.</p>}
      {preview.isError ? (
        <ErrorPanel
          title="The pattern cannot be used"
          detail={sentenceOf(preview.error, 'The server did not take it.')}
          safe="No image was changed."
        />
      ) : preview.data ? (
        <AssignmentPreview report={preview.data} stale={!isFresh} fileName="images without a site" />
      ) : (
        isReady && <SkeletonRows rows={4} label="Looking through the file names" />
      )}
      {error && (
        <ErrorPanel
          title="The images were not assigned"
          detail={sentenceOf(error, 'The server did not take it.')}
          safe="No image was changed."
        />
      )}
      <div className={styles.foot}>
        <Button
          variant="primary"
          busy={isPending}
          disabled={changedCount === 0}
          onClick={() =>
            assign(asked, {
              onSuccess: done => {
                showToast({ tone: 'ok', title: `${formatCount(done.changedCount, 'image')} assigned` })
                onDone()
              }
            })
          }
        >
          {changedCount === 0 ? 'Nothing to assign' : `Assign ${formatCount(changedCount, 'image')}`}
        </Button>
      </div>
    </div>
  )
}

export const siteLabel = (name: string, survey: string | undefined) => (survey ? `${name} (${survey})` : name)

/** A value once it has stood still. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
