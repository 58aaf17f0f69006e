import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { annotatePath } from '../../../../shared/addresses.ts'
import type { AttributeField } from '../../../../shared/contracts/attribute-fields.ts'
import type { LabelIndex } from '../../../annotation/label-index.ts'
import { LabelPanel } from '../../../annotation/label-panel.tsx'
import { sentenceOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import listStyles from '../../../ui/refusal-list.module.css'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { oneImage } from '../queries.ts'
import type { AnnotationStore } from '../use-document.ts'
import { Comparison } from './comparison.tsx'
import { type CurrentVersion, currentVersionOf } from './queries.ts'
import { editsTo, fitted, mineOf, misfitsOf, type Refusal } from './refusals.ts'
import styles from './refused.module.css'
import { texts } from './texts.ts'

const { edit: words } = texts

interface RefusedEditProps {
  refusal: Refusal
  store: AnnotationStore
  labelIndex: LabelIndex
  fields: readonly AttributeField[]
  /** Replacements for deleted labels, by the deleted label's id. */
  instead: ReadonlyMap<string, string>
  onInstead: (gone: string, labelId: string) => void
  onLeave: () => void
}

const neverMade = { data: null, error: null, failureReason: null, failureCount: 0, isFetching: false, refetch: () => {} }

/** Refused edits to one annotation: both versions side by side, with the ways to resolve the conflict. */
export function RefusedEdit(props: RefusedEditProps) {
  const { refusal, store, onLeave } = props
  const { annotationId, operations, projectId, problem } = refusal
  const [first] = operations
  const isNew = first?.kind === 'create'
  const known = store.document.get(annotationId)
  const fetched = useQuery({ ...currentVersionOf(annotationId, known?.revision ?? 0), enabled: !isNew })
  const currentVersion = isNew ? neverMade : fetched
  const mediaId = isNew ? first.mediaId : (fetched.data?.annotation.mediaId ?? known?.mediaId)
  const image = useQuery({ ...oneImage(mediaId ?? ''), enabled: mediaId !== undefined })
  const discard = () => store.outbox.discard(refusal.ids)
  const heading = useId()

  return (
    <li aria-labelledby={heading}>
      <h3 id={heading} className={listStyles.name}>
        {mediaId === undefined || image.isError ? (
          words.imageGone
        ) : (
          <Link to={annotatePath(projectId, { mediaId, annotationId: isNew ? null : annotationId })} onClick={onLeave}>
            {image.data?.fileName ?? words.onThisImage}
          </Link>
        )}
      </h3>
      <p>{problem}.</p>
      {projectId === store.document.projectId ? (
        <Loaded query={currentVersion} failed={words.failed} skeleton={<SkeletonRows rows={4} height="1.5rem" />}>
          {there => <Decision {...props} there={there} image={image.data ?? null} onDiscard={discard} />}
        </Loaded>
      ) : (
        <p>{words.otherProject}</p>
      )}
    </li>
  )
}

interface DecisionProps extends RefusedEditProps {
  there: CurrentVersion
  image: Parameters<typeof Comparison>[0]['image']
  onDiscard: () => Promise<void>
}

// Long: both versions, with the actions to choose between them.
function Decision({ refusal, store, labelIndex, fields, instead, onInstead, there, image, onDiscard }: DecisionProps) {
  const { operations, madeAt } = refusal
  const { document } = store
  const searchId = useId()
  const [isPicking, setPicking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [now = null, before] = there?.versions ?? []
  const [first] = operations
  const base = there?.versions.find(({ revision }) => first && 'revision' in first && revision === first.revision)
  const mine = mineOf(operations, there?.annotation ?? null, base)
  const gone = mine?.labelId && !labelIndex.get(mine.labelId) ? mine.labelId : null
  const misfits = mine ? misfitsOf(mine, now, fields) : []
  const labelId = gone ? (instead.get(gone) ?? (labelIndex.get(now?.labelId ?? null) ? now!.labelId : null)) : (mine?.labelId ?? null)
  const wanted = mine && fitted(mine, now, labelId, misfits)

  async function take() {
    if (!wanted) return
    setBusy(true)
    try {
      if (!document.isOpen(wanted.mediaId)) await document.open(wanted.mediaId)
      if (there) document.learn(there.annotation)
      document.do(words.useMyVersion, wanted.mediaId, editsTo(wanted, now))
      await onDiscard()
    } catch (error) {
      showToast({ tone: 'danger', title: sentenceOf(error, words.notUsed) })
      setBusy(false)
    }
  }

  return (
    <>
      {wanted && (
        <Comparison
          mine={wanted}
          leftOut={Object.fromEntries(misfits.map(name => [name, mine.attributes[name]!]))}
          madeAt={madeAt}
          there={now}
          before={before}
          image={image}
          labelIndex={labelIndex}
        />
      )}
      {misfits.length > 0 && <p className={styles.hint}>{words.misfits}</p>}
      {gone && !isPicking && (
        <p className={styles.hint}>
          {words.labelGone}{' '}
          <Button size="small" onClick={() => setPicking(true)}>
            {words.chooseLabel}
          </Button>
        </p>
      )}
      {gone && isPicking && (
        <LabelPanel
          bare
          labelIndex={labelIndex}
          current={labelId}
          recent={[]}
          searchId={searchId}
          onChoose={chosen => {
            onInstead(gone, chosen)
            setPicking(false)
          }}
          onCreate={null}
          onLeave={() => setPicking(false)}
        />
      )}
      <div className={listStyles.actions}>
        {wanted && (
          <Button size="small" variant="primary" busy={busy} onClick={() => void take()}>
            {now ? words.useMine : words.drawAgain}
          </Button>
        )}
        <Button size="small" onClick={() => void onDiscard()}>
          {now ? words.keepCurrent : words.discard}
        </Button>
        <Button size="small" variant="quiet" onClick={() => void copyText(JSON.stringify(operations, null, 2))}>
          {words.copyMine}
        </Button>
      </div>
    </>
  )
}
