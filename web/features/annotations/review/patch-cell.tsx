import { type MouseEvent, memo } from 'react'
import { PatchPicture } from '../../../imagery/patch-picture.tsx'
import { formatPercent } from '../../../ui/format.ts'
import { CheckIcon, CloseIcon, DeleteIcon, SwitchIcon } from '../../../ui/icons.tsx'
import { cssColour, type LabelBook } from '../label-book.ts'
import { LabelName } from '../label-name.tsx'
import type { PatchCard } from './queries.ts'
import styles from './review.module.css'
import { stateWords } from './words.ts'

interface PatchCellProps {
  card: PatchCard | undefined
  index: number
  book: LabelBook
  active: boolean
  selected: boolean
  onSelect: (index: number, range: boolean) => void
  onOpen: (index: number) => void
}

/** One annotation as it looks, with its name and standing; a placeholder of the same size until its page is here. */
export const PatchCell = memo(function PatchCell({ card, index, book, active, selected, onSelect, onOpen }: PatchCellProps) {
  if (!card) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: a virtualised grid of patches is no table
      <div role="gridcell" className={styles.cell} data-index={index} tabIndex={active ? 0 : -1} aria-label="Loading">
        <div className={styles.frame} data-state="loading" />
        <div className={styles.caption} aria-hidden>
          <span className={styles.line} />
          <span className={styles.line} />
        </div>
      </div>
    )
  }
  const label = book.get(card.labelId)
  const isSuggestion = card.source === 'machine' && card.reviewState === 'proposed'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtualised grid of patches is no table
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid around it handles the keys of all cells
    <div
      role="gridcell"
      className={styles.cell}
      data-index={index}
      data-removed={card.removed || undefined}
      tabIndex={active ? 0 : -1}
      aria-selected={selected}
      onClick={(event: MouseEvent) => onSelect(index, event.shiftKey)}
      onDoubleClick={() => onOpen(index)}
    >
      <div className={styles.frame} data-suggestion={isSuggestion || undefined}>
        <PatchPicture key={card.id} annotationId={card.id} revision={card.patchRevision} />
        <span className={styles.check} data-checked={selected || undefined}>
          <CheckIcon aria-hidden />
        </span>
      </div>
      <div className={styles.caption}>
        <span className={styles.name} title={label ? [...book.pathOf(label.id), label.name].join(' › ') : undefined}>
          <span className={styles.swatch} style={{ background: cssColour(book.colourOf(card.labelId)) }} />
          {label ? <LabelName label={label} /> : 'Not named'}
        </span>
        <Standing card={card} isSuggestion={isSuggestion} />
      </div>
    </div>
  )
})

const icons = { confirmed: CheckIcon, rejected: CloseIcon, disputed: SwitchIcon }

function Standing({ card, isSuggestion }: { card: PatchCard; isSuggestion: boolean }) {
  const { reviewState, confidence } = card
  const Icon = card.removed ? DeleteIcon : reviewState === 'proposed' ? null : icons[reviewState]
  const word = card.removed ? 'removed' : isSuggestion ? 'suggested' : stateWords[reviewState]
  return (
    <span className={styles.standing} data-state={isSuggestion ? 'suggested' : reviewState}>
      {Icon && <Icon aria-hidden />}
      {word}
      {confidence !== null && ` · ${formatPercent(confidence)}`}
    </span>
  )
}
