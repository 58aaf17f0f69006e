import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import type { LabelIndex } from '../../../annotation/label-index.ts'
import styles from '../../../annotation/panels.module.css'
import { Swatch } from '../../../annotation/swatch.tsx'
import { shapeWords } from '../../../annotation/words.ts'
import { IconButton } from '../../../ui/button.tsx'
import { formatCount, formatNumber } from '../../../ui/format.ts'
import { ChevronDownIcon, ChevronRightIcon, CommentIcon, EyeIcon, EyeOffIcon, LockedIcon, UnlockedIcon } from '../../../ui/icons.tsx'
import { TaxonName } from '../../../ui/taxon-name.ts'
import { StepBar } from '../moving/step-bar.tsx'
import * as texts from '../texts.ts'
import type { GroupStates } from '../use-group-states.ts'
import { type Group, groupKey, groupsOf, rowsOf } from './groups.ts'
import { useCommentCounts, useCommentNews } from './use-comment-counts.ts'
import { useFolds } from './use-folds.ts'

const rowPx = 32

interface ObjectListProps {
  mediaId: string
  me: string
  annotations: readonly Annotation[]
  /** Whether all annotations of the image are loaded. Until then their number is unknown. */
  isRead: boolean
  labelIndex: LabelIndex
  /** Ids of the annotations that match the filter; null without a filter. All other annotations are dimmed. */
  matches: ReadonlySet<string> | null
  /** Annotations in the order of the walk. */
  walk: readonly Annotation[]
  onStep: (by: 1 | -1) => void
  selected: readonly string[]
  /** Whether a click toggles an annotation in the selection, as with Shift. */
  several: boolean
  onSelect: (annotationIds: string[]) => void
  groupStates: GroupStates
  mayEdit: boolean
  /** List of the removed annotations of the image. */
  removed: ReactNode
}

/** Tree of the annotations of the image, grouped by label. It shares its selection with the canvas. */
// Long: one tree, with its keyboard handling and rows.
export function ObjectList(props: ObjectListProps) {
  const { mediaId, me, annotations, labelIndex, matches, walk, onStep, selected, several, onSelect, groupStates, mayEdit, removed } = props
  const [showsRemoved, setShowsRemoved] = useState(false)
  const [only] = selected.length === 1 ? selected : []
  const { folded, fold, onGroup, setOnGroup } = useFolds(only)
  const commentCount = useCommentCounts(mediaId)
  useCommentNews(mediaId, me)
  const groups = useMemo(() => groupsOf(annotations, labelIndex), [annotations, labelIndex])
  const list = useMemo(() => rowsOf(groups, folded), [groups, folded])
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: list.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 8
  })
  const at = list.findIndex(({ group, annotation }) =>
    onGroup === null ? annotation?.id === only && !!only : !annotation && group.key === onGroup
  )
  useEffect(() => {
    if (at >= 0) rows.scrollToIndex(at)
  }, [at, rows])

  // A new label moves a row to another group. The arrow keys then continue from its previous position.
  const neighbours = useRef<{ id: string; key: string; before: string | undefined; after: string | undefined } | null>(null)
  const remember = useEffectEvent((id: string | undefined) => {
    const chosen = list[at]?.annotation
    const rows = list.flatMap(({ annotation }) => annotation ?? [])
    const place = chosen ? rows.indexOf(chosen) : -1
    neighbours.current = id && chosen ? { id, key: groupKey(chosen), before: rows[place - 1]?.id, after: rows[place + 1]?.id } : null
  })
  useEffect(() => remember(only), [only])

  function step(by: 1 | -1) {
    const { id, key, before, after } = neighbours.current ?? {}
    const chosen = list[at]?.annotation
    const beside = by > 0 ? after : before
    if (chosen && chosen.id === id && groupKey(chosen) !== key && annotations.some(other => other.id === beside)) return onSelect([beside!])
    for (let index = at < 0 && by < 0 ? list.length - 1 : at + by; index >= 0 && index < list.length; index += by) {
      const next = list[index]
      if (next?.annotation) {
        setOnGroup(null)
        return onSelect([next.annotation.id])
      }
      if (next && folded.has(next.group.key)) {
        setOnGroup(next.group.key)
        return onSelect([])
      }
    }
  }

  function foldByKey(key: string, isFolded: boolean) {
    fold(key, isFolded)
    setOnGroup(isFolded ? key : null)
    const first = groups.find(group => group.key === key)?.annotations[0]
    if (!isFolded && only === undefined && first) onSelect([first.id])
  }

  function key(name: string): boolean {
    if (name === 'ArrowDown') step(1)
    else if (name === 'ArrowUp') step(-1)
    else {
      const chosen = annotations.find(({ id }) => id === only)
      const place = onGroup ?? (chosen && groupKey(chosen))
      if (place === undefined || (name !== 'ArrowLeft' && name !== 'ArrowRight')) return false
      foldByKey(place, name === 'ArrowLeft')
    }
    return true
  }

  return (
    <section className={styles.panel} aria-labelledby="objects-heading" data-grows>
      <div className={styles.stepHead}>
        <h2 id="objects-heading" className={styles.heading}>
          {props.isRead ? texts.objects.shown(matches?.size ?? null, annotations.length) : texts.objects.title}
        </h2>
        <StepBar at={walk.findIndex(({ id }) => id === selected[0])} of={walk.length} onStep={onStep} />
      </div>
      {props.isRead && annotations.length === 0 && <p className={styles.hint}>{texts.objects.none}</p>}
      <div
        ref={scroller}
        className={styles.objects}
        role="tree"
        aria-label={texts.objects.objects}
        aria-multiselectable
        aria-activedescendant={at < 0 ? undefined : onGroup === null ? `object-${only}` : `objects-of-${onGroup}`}
        tabIndex={0}
        data-arrows-only
        hidden={annotations.length === 0}
        onKeyDown={event => {
          if (!key(event.key)) return
          event.preventDefault()
          event.stopPropagation()
        }}
      >
        <div role="presentation" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const { group, annotation } = list[index]!
            const style = { transform: `translateY(${start}px)` }
            if (!annotation) {
              return (
                <GroupRow
                  key={`group ${group.key}`}
                  group={group}
                  style={style}
                  isFolded={folded.has(group.key)}
                  isCurrent={onGroup === group.key}
                  onFold={isFolded => fold(group.key, isFolded)}
                  states={groupStates}
                  mayEdit={mayEdit}
                />
              )
            }
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys for its rows
              <div
                key={annotation.id}
                id={`object-${annotation.id}`}
                role="treeitem"
                aria-level={2}
                aria-selected={selected.includes(annotation.id)}
                tabIndex={-1}
                className={styles.object}
                data-dimmed={(matches && !matches.has(annotation.id)) || groupStates.hidden.has(group.key) ? '' : undefined}
                style={style}
                onClick={event => onSelect(event.shiftKey || several ? toggled(selected, annotation.id) : [annotation.id])}
              >
                <Swatch label={group.label} />
                <span className={styles.name}>{group.label ? <TaxonName label={group.label} /> : texts.objects.noLabel}</span>
                <CommentMark count={commentCount(annotation.id)} />
                <small>{shapeWords[annotation.shape?.kind ?? 'wholeImage']}</small>
              </div>
            )
          })}
        </div>
      </div>
      <details className={styles.removed} onToggle={event => setShowsRemoved(event.currentTarget.open)}>
        <summary>{texts.objects.removed}</summary>
        {showsRemoved && removed}
      </details>
    </section>
  )
}

interface GroupRowProps {
  group: Group
  style: { transform: string }
  isFolded: boolean
  /** Whether the arrow keys have reached the row. */
  isCurrent: boolean
  onFold: (isFolded: boolean) => void
  states: GroupStates
  mayEdit: boolean
}

function GroupRow({ group: { key, label, annotations }, style, isFolded, isCurrent, onFold, states, mayEdit }: GroupRowProps) {
  const name = label?.name ?? texts.objects.noLabel
  const [isHidden, isLocked] = [states.hidden.has(key), states.locked.has(key)]
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys for its rows
    <div
      id={`objects-of-${key}`}
      role="treeitem"
      aria-level={1}
      aria-expanded={!isFolded}
      aria-selected={false}
      aria-label={`${name}: ${formatCount(annotations.length, 'annotation', 'annotations')}`}
      tabIndex={-1}
      className={styles.group}
      data-current={isCurrent || undefined}
      style={style}
      onClick={() => onFold(!isFolded)}
    >
      {isFolded ? <ChevronRightIcon aria-hidden /> : <ChevronDownIcon aria-hidden />}
      <span className={styles.name}>
        {label ? <TaxonName label={label} /> : texts.objects.noLabel} <small>{formatNumber(annotations.length)}</small>
      </span>
      <IconButton
        size="small"
        label={texts.objects.hideGroup(name, isHidden)}
        aria-pressed={isHidden}
        onClick={event => {
          event.stopPropagation()
          states.toggleHidden(key)
        }}
      >
        {isHidden ? <EyeOffIcon aria-hidden /> : <EyeIcon aria-hidden />}
      </IconButton>
      {mayEdit && (
        <IconButton
          size="small"
          label={texts.objects.lockGroup(name, isLocked)}
          aria-pressed={isLocked}
          onClick={event => {
            event.stopPropagation()
            states.toggleLocked(key)
          }}
        >
          {isLocked ? <LockedIcon aria-hidden /> : <UnlockedIcon aria-hidden />}
        </IconButton>
      )}
    </div>
  )
}

function CommentMark({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className={styles.commentCount} data-tip={formatCount(count, 'comment')}>
      <CommentIcon aria-label={formatCount(count, 'comment')} role="img" />
    </span>
  )
}

const toggled = (ids: readonly string[], id: string) => (ids.includes(id) ? ids.filter(other => other !== id) : [...ids, id])
