import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { OutlineLabel } from '../../../shared/contracts/taxonomy.ts'
import { indexLabels } from '../../annotation/label-index.ts'
import { renewLists, undoBulk } from '../../annotation/review-lists.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { csvOf } from '../../charts/csv.ts'
import { saveText } from '../../charts/save.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Note } from '../../ui/note.tsx'
import { Section } from '../../ui/section.tsx'
import { BareSelect } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast.tsx'
import { GroupCard } from './group-card.tsx'
import { groupTable } from './group-table.ts'
import { everyGroup, groupsOf, type MarkGroup, renewGroups, type Shown, settleAgreed, settleGroup } from './queries.ts'
import styles from './rounds.module.css'
import { SaveButton } from './save-button.tsx'
import { texts } from './texts.ts'

const { disagreements: words } = texts

const RelabelDialog = lazy(() => import('../../annotation/relabel/relabel-dialog.tsx').then(module => ({ default: module.RelabelDialog })))

const views: { value: Shown; label: string }[] = [
  { value: 'open', label: words.views.open },
  { value: 'disagreements', label: words.views.disagreements },
  { value: 'agreed', label: words.views.agreed }
]

interface DisagreementsProps {
  projectId: string
  roundId: string
  computedAt: string
  openCount: number
  agreedOpenCount: number
  labels: readonly OutlineLabel[]
  /** People whose annotations were compared. */
  annotators: readonly { accountId: string; name: string }[]
  me: { id: string; isOwner: boolean }
  /** Whether the person may settle disagreements: owners and editors, after the end of the round. */
  maySettle: boolean
}

/** List of disagreements: objects that have different labels, or that a member did not annotate. They are settled one by one. */
// Long: one section with its states, and the calls that change them.
export function Disagreements(props: DisagreementsProps) {
  const { projectId, roundId, computedAt, openCount, agreedOpenCount, labels, annotators, me, maySettle } = props
  const client = useQueryClient()
  const labelIndex = useMemo(() => indexLabels(labels), [labels])
  const [show, setShow] = useState<Shown>('open')
  const query = useInfiniteQuery(groupsOf(projectId, roundId, show, computedAt))
  const [busy, setBusy] = useState<string | null>(null)
  const [choosing, setChoosing] = useState<MarkGroup | null>(null)

  const renew = () => Promise.all([renewGroups(client, projectId, roundId), renewLists(client, projectId)])

  async function undo(bulkIds: string[]) {
    try {
      for (const bulkId of bulkIds) await undoBulk(projectId, bulkId)
      showToast({ title: words.reopened(bulkIds.length) })
    } catch (error) {
      showToast({ tone: 'danger', title: sentenceOf(error, words.undoFailed) })
    }
    await renew()
  }

  async function settle(group: MarkGroup, labelId: string | null) {
    const kept = group.marks.find(mark => mark.labelId === labelId) ?? group.marks[0]
    setBusy(group.id)
    try {
      const bulk = await settleGroup(roundId, group, labelId && kept ? { annotationId: kept.annotation.id, labelId } : null)
      const title = labelId ? words.settledAs(labelIndex.get(labelId)?.name ?? words.thisLabel) : words.settledAsNothing
      showToast({ tone: 'ok', title, action: { label: words.undo, onAction: () => void undo([bulk.id]) } })
    } catch (error) {
      showToast({ tone: 'danger', title: sentenceOf(error, words.settleFailed) })
    }
    await renew()
    setBusy(null)
  }

  async function keepOneOfEach() {
    setBusy('agreed')
    try {
      const { individualCount, bulkIds } = await settleAgreed(roundId)
      const title = words.kept(individualCount)
      showToast({ tone: 'ok', title, action: { label: words.undo, onAction: () => void undo(bulkIds) } })
    } catch (error) {
      showToast({ tone: 'danger', title: sentenceOf(error, words.keepFailed) })
    }
    await renew()
    setBusy(null)
  }

  async function save() {
    setBusy('csv')
    try {
      saveText('disagreements.csv', 'text/csv', csvOf(await groupTable(everyGroup(roundId, show), annotators, labelIndex)))
    } catch (error) {
      showToast({ tone: 'danger', title: sentenceOf(error, words.saveFailed) })
    }
    setBusy(null)
  }

  return (
    <Section
      title={openCount > 0 ? words.titleOpen(openCount) : words.title}
      description={words.description}
      actions={
        <>
          <BareSelect label={words.show} options={views} value={show} onChange={event => setShow(event.currentTarget.value as Shown)} />
          <SaveButton what={words.list} busy={busy === 'csv'} onSave={() => void save()} />
        </>
      }
    >
      {maySettle && agreedOpenCount > 0 && (
        <Note>
          <p>{words.agreedOpen(agreedOpenCount)}</p>
          <Button size="small" busy={busy === 'agreed'} onClick={() => void keepOneOfEach()}>
            {words.keepOne}
          </Button>
        </Note>
      )}
      <Loaded query={query} failed={words.failed} skeleton={<SkeletonRows rows={4} height="8rem" label={words.loading} />}>
        {({ pages }) => {
          const groups = pages.flatMap(page => page.items)
          return groups.length === 0 ? (
            <EmptyState title={show === 'open' ? words.allSettled : words.none} level={3} />
          ) : (
            <ul className={styles.groups}>
              {groups.map(group => (
                <GroupCard
                  key={group.id}
                  projectId={projectId}
                  group={group}
                  labelIndex={labelIndex}
                  me={me}
                  busy={busy === group.id}
                  onSettle={maySettle ? labelId => void settle(group, labelId) : null}
                  onOther={() => setChoosing(group)}
                />
              ))}
            </ul>
          )
        }}
      </Loaded>
      {query.hasNextPage && (
        <p>
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {words.more}
          </Button>
        </p>
      )}
      {choosing && (
        <Suspense>
          <RelabelDialog
            count={1}
            labelIndex={labelIndex}
            recent={choosing.marks.flatMap(({ labelId }) => labelId ?? [])}
            onChoose={labelId => {
              setChoosing(null)
              void settle(choosing, labelId)
            }}
            onCreate={null}
            onClose={() => setChoosing(null)}
          />
        </Suspense>
      )}
    </Section>
  )
}
