import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { Import, ImportResult } from '../../../shared/contracts/exchange.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { formatBytes, formatCount } from '../../ui/format.ts'
import { BackIcon, CheckIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './exchange.module.css'
import { Findings } from './findings.tsx'
import { formatWords } from './formats.ts'
import { ImportPreview } from './import-preview.tsx'
import { JobProgress } from './job-progress.tsx'
import type { LabelChoice } from './label-mapping.tsx'
import { outcomeWords, staying } from './outcome-words.ts'
import { exchangeKeys, oneImport, removeImport } from './queries.ts'
import { ReadAgain } from './read-again.tsx'
import { UndoImport } from './undo-import.tsx'

export interface ImportDeskProps {
  projectId: string
  importId: string
  mayEdit: boolean
  members: readonly { id: string; name: string }[]
  /** Asks for a label of the catalog. */
  pickLabel: LabelChoice
  onClose: () => void
}

/** One import from the file to the annotations: being read, looked over, being written, done. */
export function ImportDesk({ importId, onClose, ...rest }: ImportDeskProps) {
  const query = useQuery(oneImport(importId))
  return (
    <>
      <div>
        <Button variant="quiet" size="small" icon={<BackIcon aria-hidden />} onClick={onClose}>
          All imports
        </Button>
      </div>
      <Loaded
        query={query}
        failed="The import could not be loaded"
        skeleton={<SkeletonRows rows={8} height="2rem" label="Loading the import" />}
      >
        {given => <Desk given={given} onClose={onClose} {...rest} />}
      </Loaded>
    </>
  )
}

function Desk({ given, projectId, mayEdit, members, pickLabel, onClose }: Omit<ImportDeskProps, 'importId'> & { given: Import }) {
  const client = useQueryClient()
  const remove = useMutation(removeImport(projectId))
  const isOver = given.state === 'applied' || given.state === 'undone'
  useEffect(() => {
    // Labels, images and numbers of the project are others now, wherever they are shown.
    if (isOver) void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== exchangeKeys.all[0] })
  }, [client, isOver])
  const giveUp = mayEdit && (
    <Button
      busy={remove.isPending}
      onClick={() =>
        remove.mutate(given.id, {
          onSuccess: onClose,
          onError: error =>
            showToast({ tone: 'danger', title: 'The import was not given up', description: sentenceOf(error, 'The server refused.') })
        })
      }
    >
      Give up
    </Button>
  )
  const about = [given.format && formatWords[given.format].name, formatBytes(given.sizeBytes), given.createdBy].filter(Boolean).join(' · ')
  return (
    <Section title={given.fileName} description={about}>
      {given.state === 'checking' && <JobProgress label={`Reading ${given.fileName}`} job={given.job} readOnly={!mayEdit} />}
      {given.state === 'applying' && <JobProgress label="Importing: all of it or nothing" job={given.job} readOnly={!mayEdit} />}
      {given.state === 'failed' && (
        <>
          <ErrorPanel title="The file could not be read" detail={given.failure} safe="Nothing was changed." />
          {mayEdit && <ReadAgain given={given} />}
          {giveUp && <div>{giveUp}</div>}
        </>
      )}
      {given.state === 'ready' && given.preview && (
        <ImportPreview given={given} preview={given.preview} {...{ mayEdit, members, pickLabel }} giveUp={giveUp} />
      )}
      {given.state === 'undoing' && <JobProgress label="Removing the annotations of this import" job={given.job} readOnly={!mayEdit} />}
      {isOver && (
        <Outcome given={given}>
          {mayEdit && given.isUndoable && <UndoImport given={given} />}
          <Button onClick={onClose}>Import another file</Button>
        </Outcome>
      )}
    </Section>
  )
}

function Outcome({ given, children }: { given: Import; children: ReactNode }) {
  const { result, preview } = given
  if (!result) return null
  const left = staying(result)
  const more = !result.undone ? brought(result) : left.length > 0 ? [`Other things that it brought stay: ${left.join(' and ')}`] : []
  return (
    <>
      {given.failure && <ErrorPanel title="The import was not undone whole" detail={given.failure} safe="It can be undone again." />}
      <div className={styles.done} role="status">
        <CheckIcon aria-hidden />
        <div>
          <p className={styles.doneTitle}>{outcomeWords(result)}</p>
          {more.length > 0 && <p>{more.join(', ')}.</p>}
        </div>
      </div>
      {preview && <Findings given={given} preview={preview} />}
      <div className={styles.foot}>{children}</div>
    </>
  )
}

function brought(result: ImportResult): string[] {
  return [
    ...(result.annotationCount > 0 ? [`on ${formatCount(result.imageCount, 'image')}`] : []),
    ...(result.newLabelCount > 0 ? [`${formatCount(result.newLabelCount, 'label')} added to the catalog`] : []),
    ...(result.filledImageCount ? [`facts of ${formatCount(result.filledImageCount, 'image')} filled in`] : []),
    ...(result.leftOutCount > 0 ? [`${formatCount(result.leftOutCount, 'annotation')} left out with their labels`] : []),
    ...(result.vanishedCount > 0
      ? [`${formatCount(result.vanishedCount, 'annotation')} of images that were removed or got other sample points meanwhile`]
      : [])
  ]
}
