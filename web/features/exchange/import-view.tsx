import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { projectPath } from '../../../shared/addresses.ts'
import type { Import, ImportResult } from '../../../shared/contracts/exchange.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { formatBytes } from '../../ui/format.ts'
import { BackIcon, CheckIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/section.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './exchange.module.css'
import { Findings } from './findings.tsx'
import { ImportPreview } from './import-preview.tsx'
import { JobProgress } from './job-progress.tsx'
import type { LabelChoice } from './label-mapping.tsx'
import { exchangeKeys, oneImport, removeImport } from './queries.ts'
import { ReadAgain } from './read-again.tsx'
import { formatTexts, importTexts as texts } from './texts.ts'
import { UndoImport } from './undo-import.tsx'

const { import: words } = texts

export interface ImportViewProps {
  projectId: string
  importId: string
  mayEdit: boolean
  members: readonly { id: string; name: string }[]
  /** Catalog label picker. */
  pickLabel: LabelChoice
  onClose: () => void
}

/** View of an import in its current state: reading, preview, importing or done. */
export function ImportView({ importId, onClose, ...rest }: ImportViewProps) {
  const query = useQuery(oneImport(importId))
  return (
    <>
      <div>
        <Button variant="quiet" size="small" icon={<BackIcon aria-hidden />} onClick={onClose}>
          {words.all}
        </Button>
      </div>
      <Loaded query={query} failed={words.failed} skeleton={<SkeletonRows rows={8} height="2rem" label={words.loading} />}>
        {given => <OpenImport given={given} onClose={onClose} {...rest} />}
      </Loaded>
    </>
  )
}

function OpenImport({ given, projectId, mayEdit, members, pickLabel, onClose }: Omit<ImportViewProps, 'importId'> & { given: Import }) {
  const client = useQueryClient()
  const remove = useMutation(removeImport(projectId))
  const isOver = given.state === 'applied' || given.state === 'undone'
  useEffect(() => {
    // The import changed labels, images and counts throughout the project.
    if (isOver) void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== exchangeKeys.all[0] })
  }, [client, isOver])
  const giveUp = mayEdit && (
    <Button
      busy={remove.isPending}
      onClick={() =>
        remove.mutate(given.id, {
          onSuccess: onClose,
          onError: error => showToast({ tone: 'danger', title: words.notDiscarded, description: sentenceOf(error, words.refused) })
        })
      }
    >
      {words.discard}
    </Button>
  )
  const about = [given.format && formatTexts[given.format].name, formatBytes(given.sizeBytes), given.createdBy].filter(Boolean).join(' · ')
  return (
    <Section title={given.fileName} description={about}>
      {given.state === 'checking' && <JobProgress label={words.reading(given.fileName)} job={given.job} readOnly={!mayEdit} />}
      {given.state === 'applying' && <JobProgress label={words.importing} job={given.job} readOnly={!mayEdit} />}
      {given.state === 'failed' && (
        <>
          <ErrorPanel title={words.unreadable} detail={given.failure} safe={words.unchanged} />
          {mayEdit && <ReadAgain given={given} />}
          {giveUp && <div>{giveUp}</div>}
        </>
      )}
      {given.state === 'ready' && given.preview && (
        <ImportPreview given={given} preview={given.preview} {...{ mayEdit, members, pickLabel }} giveUp={giveUp} />
      )}
      {given.state === 'undoing' && <JobProgress label={words.undoing} job={given.job} readOnly={!mayEdit} />}
      {isOver && (
        <Outcome given={given}>
          <SeeThem projectId={projectId} given={given} />
          {mayEdit && given.isUndoable && <UndoImport given={given} />}
          <Button onClick={onClose}>{words.another}</Button>
        </Outcome>
      )}
    </Section>
  )
}

function Outcome({ given, children }: { given: Import; children: ReactNode }) {
  const { result, preview } = given
  if (!result) return null
  const about = result.undone ? texts.kept(result).join(' ') : texts.more(result).join(' · ')
  return (
    <>
      {given.failure && <ErrorPanel title={words.partlyUndone} detail={given.failure} safe={words.undoAgain} />}
      <div className={styles.done} role="status">
        <CheckIcon aria-hidden />
        <div>
          <p className={styles.doneTitle}>{texts.outcome(result)}</p>
          {about && <p>{about}</p>}
        </div>
      </div>
      {preview && <Findings given={given} preview={preview} />}
      <div className={styles.foot}>{children}</div>
    </>
  )
}

/** Link to the imported data: annotations in Review, or else labels in the catalog, or else images with new metadata. */
function SeeThem({ projectId, given }: { projectId: string; given: Import }) {
  const link = given.result && !given.result.undone && linkTo(given, given.result)
  if (!link) return null
  return (
    <LinkButton variant="primary" to={projectPath(projectId, link.path)}>
      {link.label}
    </LinkButton>
  )
}

/** Path and label of the link; null without imported data. No filter finds the data of an import before version 0.2.0. */
function linkTo({ id, isUndoable }: Import, { annotationCount, newLabelCount, filledImageCount }: ImportResult) {
  if (annotationCount > 0) return { path: `annotate/review${isUndoable ? `?filter=import.is.${id}` : ''}`, label: words.seeAnnotations }
  if (newLabelCount > 0) return { path: 'catalog', label: words.seeLabels }
  if (filledImageCount && isUndoable) return { path: `annotate?filter=importedFacts.is.${id}`, label: words.seeImages }
  return null
}
