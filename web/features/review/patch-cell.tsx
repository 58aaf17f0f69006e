import { memo } from 'react'
import type { LabelIndex } from '../../annotation/label-index.ts'
import { tipOf } from '../../annotation/label-tip.ts'
import { Swatch } from '../../annotation/swatch.tsx'
import { reviewedWords, stateWords } from '../../annotation/words.ts'
import { PatchPicture } from '../../imagery/patch-picture.tsx'
import { CardCaption, CardCell, CardCheck, CardFrame } from '../../ui/card-grid.tsx'
import { formatPercent } from '../../ui/format.ts'
import { CheckIcon, CloseIcon, DeleteIcon, SwitchIcon } from '../../ui/icons.tsx'
import { TaxonName } from '../../ui/taxon-name.ts'
import styles from './patch-grid.module.css'
import type { PatchCard } from './queries.ts'
import { texts } from './texts.ts'

const { grid: words } = texts

interface PatchCellProps {
  card: PatchCard | undefined
  index: number
  labelIndex: LabelIndex
  active: boolean
  selected: boolean
  onSelect: (index: number, range: boolean) => void
  onOpen: (index: number) => void
}

/** Grid cell with an annotation's crop, label and review state. Until its page is loaded, a placeholder of the same size is shown. */
export const PatchCell = memo(function PatchCell({ card, index, labelIndex, active, selected, onSelect, onOpen }: PatchCellProps) {
  if (!card) return <CardCell index={index} active={active} />
  const label = labelIndex.get(card.labelId)
  const isSuggestion = card.source === 'machine' && card.reviewState === 'proposed'
  return (
    <CardCell
      index={index}
      active={active}
      data-removed={card.removed || undefined}
      aria-selected={selected}
      onClick={event => onSelect(index, event.shiftKey)}
      onDoubleClick={() => onOpen(index)}
    >
      <CardFrame className={styles.frame} data-suggestion={isSuggestion || undefined}>
        <PatchPicture
          key={card.id}
          annotationId={card.id}
          revision={card.patchRevision}
          outline={{ path: card.outline, colour: `rgb(${labelIndex.colourOf(card.labelId).join()})` }}
        />
        <CardCheck checked={selected} />
      </CardFrame>
      <CardCaption
        tip={
          [label && tipOf(label, labelIndex.pathOf(label.id)), !card.removed && reviewedWords(card)].filter(Boolean).join('\n') || undefined
        }
        name={
          <>
            <Swatch label={label} /> {label ? <TaxonName label={label} /> : words.noLabel}
          </>
        }
      >
        <Status card={card} isSuggestion={isSuggestion} />
      </CardCaption>
    </CardCell>
  )
})

const icons = { confirmed: CheckIcon, rejected: CloseIcon, disputed: SwitchIcon }

function Status({ card, isSuggestion }: { card: PatchCard; isSuggestion: boolean }) {
  const { reviewState, confidence } = card
  const Icon = card.removed ? DeleteIcon : reviewState === 'proposed' ? null : icons[reviewState]
  const word = card.removed ? words.removed : isSuggestion ? words.suggested : stateWords[reviewState]
  return (
    <span className={styles.status} data-state={isSuggestion ? 'suggested' : reviewState}>
      {Icon && <Icon aria-hidden />}
      {word}
      {confidence !== null && ` · ${formatPercent(confidence)}`}
    </span>
  )
}
