import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent, useDeferredValue, useRef, useState } from 'react'
import type { Sites } from '../../../shared/contracts/sites.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { BareSelect } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { SearchField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { siteLabel } from './by-name.tsx'
import { assignByHand, imagesOf } from './queries.ts'
import styles from './sites.module.css'
import { texts } from './texts.tsx'

const { byHand: words, assignDialog: common } = texts

const rowPx = 32
const nowhere = 'none'

/** Assignment of selected images: single images, ranges, or all listed images. */
// Long: all fields of one form, in order.
export function ByHand({ projectId, found: { sites, surveys } }: { projectId: string; found: Sites }) {
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const images = useInfiniteQuery(imagesOf(projectId, search))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [siteId, setSiteId] = useState(sites[0]?.id ?? nowhere)
  const { mutate: assign, isPending, error } = useMutation(assignByHand(projectId))
  const labels = new Map(sites.map(({ id, name, surveyId }) => [id, siteLabel(name, surveys.find(survey => survey.id === surveyId)?.name)]))
  const rows = images.data?.pages.flatMap(({ items }) => items) ?? []
  const target = siteId === nowhere ? null : siteId

  function give() {
    assign(
      { mediaIds: [...chosen], siteId: target },
      {
        onSuccess: ({ changedCount }) => {
          setChosen(new Set())
          const site = target === null ? null : labels.get(target)
          const title =
            target === null ? words.removed(changedCount) : site ? words.assignedTo(changedCount, site) : words.assignedToSite(changedCount)
          showToast({ tone: 'ok', title })
        }
      }
    )
  }

  return (
    <div className={styles.way}>
      <div className={styles.handBar}>
        <SearchField label={words.find} value={text} onChange={event => setText(event.target.value)} />
        <Button
          size="small"
          disabled={rows.length === 0}
          onClick={() => setChosen(chosen.size === rows.length ? new Set() : new Set(rows.map(({ id }) => id)))}
        >
          {chosen.size > 0 && chosen.size === rows.length ? words.chooseNone : words.chooseAll(rows.length)}
        </Button>
      </div>
      <Loaded query={images} failed={words.failed} skeleton={<SkeletonRows rows={8} label={words.loading} />}>
        {() => (
          <ImageRows
            rows={rows}
            labels={labels}
            chosen={chosen}
            onChoose={setChosen}
            hasMore={images.hasNextPage}
            isFetching={images.isFetchingNextPage}
            onMore={() => void images.fetchNextPage()}
            none={search ? words.noneFound : words.noImages}
          />
        )}
      </Loaded>
      {error && <ErrorPanel title={common.notAssigned} detail={sentenceOf(error, common.refused)} safe={common.unchanged} />}
      <div className={styles.foot}>
        <BareSelect
          label={words.target}
          value={siteId}
          options={[...[...labels].map(([value, label]) => ({ value, label })), { value: nowhere, label: words.noSite }]}
          onChange={event => setSiteId(event.target.value)}
        />
        <Button variant="primary" busy={isPending} disabled={chosen.size === 0} onClick={give}>
          {chosen.size === 0 ? words.chooseImages : common.assign(chosen.size)}
        </Button>
      </div>
    </div>
  )
}

interface ImageRowsProps {
  rows: readonly { id: string; fileName: string; siteId: string | null }[]
  labels: ReadonlyMap<string, string>
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
  hasMore: boolean
  isFetching: boolean
  onMore: () => void
  none: string
}

function ImageRows({ rows, labels, chosen, onChoose, hasMore, isFetching, onMore, none }: ImageRowsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const last = useRef<number | null>(null)
  const visible = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 12,
    useFlushSync: false
  })

  /** Selects or deselects an image. With Shift, the range from the previous image changes too. */
  function press(index: number, isOn: boolean, withShift: boolean) {
    const from = withShift && last.current !== null ? last.current : index
    const next = new Set(chosen)
    for (const { id } of rows.slice(Math.min(from, index), Math.max(from, index) + 1)) {
      if (isOn) next.add(id)
      else next.delete(id)
    }
    last.current = index
    onChoose(next)
  }

  if (rows.length === 0) return <p className={styles.quiet}>{none}</p>
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list that is drawn in pieces
    <div ref={scroller} className={styles.images} role="group" aria-label={words.images}>
      <div className={styles.imageRows} style={{ height: visible.getTotalSize() }}>
        {visible.getVirtualItems().map(({ index, start }) => {
          const image = rows[index]
          if (!image) return null
          return (
            <label key={image.id} className={styles.image} style={{ transform: `translateY(${start}px)` }}>
              <input
                type="checkbox"
                checked={chosen.has(image.id)}
                onClick={(event: MouseEvent<HTMLInputElement>) => press(index, event.currentTarget.checked, event.shiftKey)}
                onChange={() => {}}
              />
              <span>{image.fileName}</span>
              <span className={styles.quiet}>{image.siteId === null ? words.noSite : (labels.get(image.siteId) ?? '')}</span>
            </label>
          )
        })}
      </div>
      {hasMore && (
        <Button size="small" variant="quiet" busy={isFetching} onClick={onMore}>
          {words.showMore}
        </Button>
      )}
    </div>
  )
}
