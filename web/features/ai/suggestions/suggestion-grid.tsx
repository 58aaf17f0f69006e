import { memo, type Ref } from 'react'
import type { Suggestion } from '../../../../shared/contracts/ai.ts'
import { headerHeightPx } from '../../../../shared/limits.ts'
import type { LabelIndex } from '../../../annotation/label-index.ts'
import { Swatch } from '../../../annotation/swatch.tsx'
import { type GridHandle, useCropGrid } from '../../../annotation/use-crop-grid.ts'
import { suggestionPatchUrl } from '../../../imagery/addresses.ts'
import { patchOutline } from '../../../imagery/patch-outline.ts'
import { CropPicture } from '../../../imagery/patch-picture.tsx'
import { CardCaption, CardCell, CardCheck, CardFrame, CardGrid } from '../../../ui/card-grid.tsx'
import type { CardIndex } from '../../../ui/card-index.ts'
import { formatPercent } from '../../../ui/format.ts'
import { TaxonName } from '../../../ui/taxon-name.ts'
import styles from '../ai.module.css'
import { texts } from '../texts.ts'
import type { Chosen } from '../use-chosen.ts'

interface SuggestionGridProps {
  cards: CardIndex<Suggestion>
  labelIndex: LabelIndex
  selection: Chosen
  /** Whether probabilities are hidden, so that the randomly drawn suggestions cannot be recognised. */
  isBlind: boolean
  onEnd(): void
  onOpen(index: number): void
  ref: Ref<GridHandle>
}

const covered = { above: headerHeightPx + 16, below: 96 }

/** Grid of suggestions as crops. It scrolls with the page. */
export function SuggestionGrid({ cards, labelIndex, selection, isBlind, onEnd, onOpen, ref }: SuggestionGridProps) {
  const count = cards.length
  const onRange = (_first: number, end: number) => {
    if (end + 50 > count) onEnd()
  }
  const { grid, keyDown } = useCropGrid({ cards, count, selection, covered, onRange, onOpen, ref })
  const { active, select } = grid

  return (
    <CardGrid grid={grid} label={texts.suggestions.grid} selectable selecting={selection.ids.size > 0} onKeyDown={keyDown}>
      {index => {
        const card = cards.at(index)
        return (
          <SuggestionCell
            card={card}
            index={index}
            labelIndex={labelIndex}
            isBlind={isBlind}
            active={index === active}
            selected={card !== undefined && selection.ids.has(card.id)}
            onSelect={select}
            onOpen={onOpen}
          />
        )
      }}
    </CardGrid>
  )
}

interface SuggestionCellProps {
  card: Suggestion | undefined
  index: number
  labelIndex: LabelIndex
  isBlind: boolean
  active: boolean
  selected: boolean
  onSelect(index: number, range: boolean): void
  onOpen(index: number): void
}

const SuggestionCell = memo(function SuggestionCell(props: SuggestionCellProps) {
  const { card, index, labelIndex, isBlind, active, selected, onSelect, onOpen } = props
  if (!card) return <CardCell index={index} active={active} />
  const label = labelIndex.get(card.givenLabelId ?? card.labelId)
  const isWaiting = card.state === 'waiting'
  return (
    <CardCell
      index={index}
      active={active}
      data-removed={card.state === 'rejected' || undefined}
      aria-selected={selected}
      onClick={event => onSelect(index, event.shiftKey)}
      onDoubleClick={() => onOpen(index)}
    >
      <CardFrame className={styles.crop} data-suggestion={isWaiting || undefined}>
        <CropPicture
          key={card.id}
          address={suggestionPatchUrl(card.id)}
          outline={{ path: patchOutline(card), colour: `rgb(${labelIndex.colourOf(card.givenLabelId ?? card.labelId).join()})` }}
        />
        <CardCheck checked={selected} />
      </CardFrame>
      <CardCaption
        tip={card.alternatives
          .map(({ labelId, probability }, place) =>
            texts.suggestions.alternative(place + 1, labelIndex.get(labelId)?.name ?? '–', isBlind ? '' : formatPercent(probability))
          )
          .join(' · ')}
        name={
          <>
            <Swatch label={label} /> {label ? <TaxonName label={label} /> : (card.labelText ?? '–')}
          </>
        }
      >
        <span className={styles.state} data-state={card.state}>
          {isWaiting && card.isUnlike
            ? texts.suggestions.isUnlike
            : `${texts.states[card.state]}${isBlind ? '' : ` · ${formatPercent(card.probability)}`}`}
        </span>
      </CardCaption>
    </CardCell>
  )
})
