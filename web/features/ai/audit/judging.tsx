import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { AcceptanceAudit, AuditItem } from '../../../../shared/contracts/acceptance-audits.ts'
import { LabelDialog } from '../../../annotation/label-dialog.tsx'
import type { LabelIndex } from '../../../annotation/label-index.ts'
import { digits } from '../../../annotation/number-keys.ts'
import { Swatch } from '../../../annotation/swatch.tsx'
import { isRefused, sentenceOf } from '../../../api/api-error.ts'
import { useChanges } from '../../../api/use-changes.ts'
import { auditPatchUrl } from '../../../imagery/addresses.ts'
import { patchOutline } from '../../../imagery/patch-outline.ts'
import { CropPicture } from '../../../imagery/patch-picture.tsx'
import { Button } from '../../../ui/button.tsx'
import { useCommands } from '../../../ui/command.ts'
import { TextCommandButton } from '../../../ui/command-button.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { TaxonName } from '../../../ui/taxon-name.ts'
import { showToast } from '../../../ui/toast.tsx'
import { texts } from '../texts.ts'
import styles from './audit.module.css'
import { type AuditActions, auditCommands } from './audit-commands.ts'
import { answerItem, auditItemsOf, endAudit, withdrawAnswer } from './audit-queries.ts'
import { auditTexts as words } from './texts.ts'

const recentLabels = 8
/** Colour of the outline, the same for all crops. The colour of the accepted label would reveal that label. */
const neutral = 'rgb(255,255,255)'

interface JudgingProps {
  projectId: string
  bulkAcceptanceId: string
  labelIndex: LabelIndex
  audit: AcceptanceAudit
}

/** Screen that shows one crop after another, each to be labelled by number key or button. */
// Long: one screen, from top to bottom.
export function Judging({ projectId, bulkAcceptanceId, labelIndex, audit }: JudgingProps) {
  const { items, item, give, undo, isSaving } = useAnswers(projectId, bulkAcceptanceId)
  const [isChoosing, setIsChoosing] = useState(false)
  const [recent, setRecent] = useState<readonly string[]>([])
  const end = useMutation({
    ...endAudit(bulkAcceptanceId),
    onError: error => showToast({ tone: 'danger', title: words.notEnded, description: sentenceOf(error, texts.refused) })
  })
  const actions: AuditActions = {
    labelAtKey: digit => {
      const label = labelIndex.atKey(digit)
      if (label) give(label.id)
      else showToast({ title: words.noLabelAtKey(digit) })
    },
    choose: () => setIsChoosing(item !== undefined),
    unsure: () => give(null),
    undo
  }
  useCommands(words.title, auditCommands, actions, { mayEdit: true, hasSelection: false })
  const total = audit.size - audit.lost
  const isAllDone = items.data?.length === 0
  const canEnd = audit.answered >= audit.least && !isSaving

  return (
    <div className={styles.judging}>
      <Loaded query={items} failed={words.itemsFailed} skeleton={<SkeletonRows rows={1} height="20rem" label={words.loading} />}>
        {() =>
          isAllDone ? (
            <div className={styles.done}>
              <h2>{words.allDone}</h2>
              <p>{words.allDoneAbout}</p>
            </div>
          ) : (
            <figure className={styles.figure}>
              <div className={styles.crop}>
                {item && (
                  <CropPicture key={item.id} address={auditPatchUrl(item.id)} outline={{ path: patchOutline(item), colour: neutral }} />
                )}
              </div>
              <figcaption aria-live="polite">{item ? words.crop(Math.min(audit.answered + 1, total), total) : words.fetching}</figcaption>
            </figure>
          )
        }
      </Loaded>
      <div className={styles.answers}>
        <ProgressBar label={words.progress} share={audit.answered / Math.max(1, total)} value={words.of(audit.answered, total)} />
        {!isAllDone && <KeyedLabels labelIndex={labelIndex} onGive={give} />}
        <div className={styles.actions}>
          {!isAllDone && (
            <>
              <TextCommandButton command={auditCommands.choose} onClick={actions.choose} />
              <TextCommandButton command={auditCommands.unsure} onClick={actions.unsure} />
            </>
          )}
          <TextCommandButton command={auditCommands.undo} variant="quiet" onClick={actions.undo} />
        </div>
        {!isAllDone && <p className={styles.quiet}>{words.endAbout(audit)}</p>}
        {audit.lost > 0 && <p className={styles.quiet}>{words.lost(audit.lost)}</p>}
        <Button variant={isAllDone ? 'primary' : 'secondary'} disabled={!canEnd} busy={end.isPending} onClick={() => end.mutate()}>
          {words.end}
        </Button>
      </div>
      {isChoosing && (
        <LabelDialog
          title={words.chooseTitle}
          labelIndex={labelIndex}
          recent={recent}
          onCreate={null}
          onClose={() => setIsChoosing(false)}
          onChoose={labelId => {
            setIsChoosing(false)
            setRecent(before => [labelId, ...before.filter(other => other !== labelId)].slice(0, recentLabels))
            give(labelId)
          }}
        />
      )}
    </div>
  )
}

/** Labels with a number key, as buttons. */
function KeyedLabels({ labelIndex, onGive }: { labelIndex: LabelIndex; onGive(labelId: string): void }) {
  const keyed = digits.flatMap(digit => {
    const label = labelIndex.atKey(digit)
    return label ? [{ digit, label }] : []
  })
  return (
    <ul className={styles.keyed} aria-label={words.labels}>
      {keyed.map(({ digit, label }) => (
        <li key={digit}>
          <button type="button" className={styles.label} aria-keyshortcuts={String(digit)} onClick={() => onGive(label.id)}>
            <Swatch label={label} />
            <span className={styles.name}>
              <TaxonName label={label} />
            </span>
            <kbd aria-hidden>{digit}</kbd>
          </button>
        </li>
      ))}
    </ul>
  )
}

/**
 * Returns the crop on show, and functions that answer it and withdraw the last answer. Answers are sent in order, and the next crop appears at
 * once. Crops that other people label leave the batch. The crop on show stays, because a key must not answer a crop that has just appeared.
 */
// Long: the state of one screen.
function useAnswers(projectId: string, bulkAcceptanceId: string) {
  const items = useQuery(auditItemsOf(bulkAcceptanceId))
  const { refetch, isFetching } = items
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState<AuditItem>()
  const mine = useRef<string[]>([])
  const answer = useMutation({
    ...answerItem(bulkAcceptanceId),
    onError: async (error, { auditItemId }) => {
      mine.current = mine.current.filter(id => id !== auditItemId)
      if (isRefused(error)) await refetch() // another person may have answered the crop
      putBack(auditItemId)
      showToast({ tone: 'danger', title: words.notSaved, description: sentenceOf(error, texts.refused) })
    }
  })
  const withdraw = useMutation({
    ...withdrawAnswer(bulkAcceptanceId),
    onSuccess: async (_nothing, auditItemId) => {
      const { data } = await refetch()
      putBack(auditItemId)
      setShown(data?.find(({ id }) => id === auditItemId))
      showToast({ tone: 'ok', title: words.withdrawn })
    },
    onError: (error, auditItemId) => {
      if (!isRefused(error)) mine.current.push(auditItemId)
      showToast({ tone: 'danger', title: words.notWithdrawn, description: sentenceOf(error, texts.refused) })
    }
  })
  useChanges(projectId, 'ai', () => void refetch())

  function putBack(auditItemId: string) {
    setAnswered(before => new Set([...before].filter(id => id !== auditItemId)))
  }

  const batch = items.data
  const isStillShown = shown !== undefined && !answered.has(shown.id) && batch !== undefined && batch.length > 0
  const item = isStillShown ? shown : batch?.find(({ id }) => !answered.has(id))
  if (item?.id !== shown?.id) setShown(item)
  const isBatchDone = batch !== undefined && batch.length > 0 && item === undefined
  const isIdle = !answer.isPending && !isFetching
  const lastDone = useRef<readonly AuditItem[] | undefined>(undefined)
  useEffect(() => {
    // Only once for each batch, so that a refused request is not repeated endlessly.
    if (!isBatchDone || !isIdle || lastDone.current === batch) return
    lastDone.current = batch
    void refetch()
  }, [isBatchDone, isIdle, batch, refetch])

  function give(labelId: string | null) {
    if (!item) return
    mine.current.push(item.id)
    setAnswered(before => new Set([...before, item.id]))
    answer.mutate({ auditItemId: item.id, labelId })
  }

  function undo() {
    const last = mine.current.pop()
    if (last !== undefined) withdraw.mutate(last)
  }

  return { items, item, give, undo, isSaving: answer.isPending || withdraw.isPending }
}
