import { type KeyboardEvent, memo, type Ref, useImperativeHandle } from 'react'
import type { Suggestion } from '../../../shared/contracts/ai.ts'
import { headerHeightPx } from '../../../shared/limits.ts'
import type { LabelIndex } from '../../annotation/label-index.ts'
import { Swatch } from '../../annotation/swatch.tsx'
import { suggestionPatchUrl } from '../../imagery/addresses.ts'
import { patchOutline } from '../../imagery/patch-outline.ts'
import { CropPicture } from '../../imagery/patch-picture.tsx'
import { CardCaption, CardCell, CardCheck, CardFrame, CardGrid } from '../../ui/card-grid.tsx'
import type { CardIndex } from '../../ui/card-index.ts'
import { formatPercent } from '../../ui/format.ts'
import { layOut } from '../../ui/grid-layout.ts'
import { TaxonName } from '../../ui/taxon-name.ts'
import { useCardGrid } from '../../ui/use-card-grid.ts'
import styles from './ai.module.css'
import { texts } from './texts.ts'

/** Actions of the grid for the keys of the screen. */
export interface GridHandle {
  active(): number
  move(by: number): void
}

interface SuggestionGridProps {
  cards: CardIndex<Suggestion>
  labelIndex: LabelIndex
  selection: { ids: ReadonlySet<string>; toggle(id: string): void; add(ids: readonly string[]): void }
  onEnd(): void
  onOpen(index: number): void
  ref: Ref<GridHandle>
}

const sizes = { narrowest: 136, gap: 12, pictureShare: 1, captionHeight: 48 }
const covered = { above: headerHeightPx + 16, below: 96 }

/** Crops of suggestions, as a grid that scrolls with the page. */
export function SuggestionGrid({ cards, labelIndex, selection, onEnd, onOpen, ref }: SuggestionGridProps) {
  const count = cards.length
  const onRange = (_first: number, end: number) => {
    if (end + 50 > count) onEnd()
  }
  const grid = useCardGrid({ cards, count, selection, layOut: width => layOut(width, sizes), overscan: 3, covered, onRange })
  const { active, moveTo, select } = grid

  useImperativeHandle(ref, () => ({
    active: () => active,
    move: by => moveTo(Math.min(Math.max(0, active + by), Math.max(0, count - 1)))
  }))

  function keyDown(event: KeyboardEvent) {
    if (grid.moveByKey(event) === null) {
      if (event.key === 'Enter') onOpen(active)
      else if (event.key === ' ') select(active, event.shiftKey)
      else return
    }
    event.preventDefault()
  }

  return (
    <CardGrid grid={grid} label={texts.suggestions.grid} selectable selecting={selection.ids.size > 0} onKeyDown={keyDown}>
      {index => {
        const card = cards.at(index)
        return (
          <SuggestionCell
            card={card}
            index={index}
            labelIndex={labelIndex}
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
  active: boolean
  selected: boolean
  onSelect(index: number, range: boolean): void
  onOpen(index: number): void
}

const SuggestionCell = memo(function SuggestionCell({ card, index, labelIndex, active, selected, onSelect, onOpen }: SuggestionCellProps) {
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
        tip={card.alternatives.map(each => `${labelIndex.get(each.labelId)?.name ?? '–'} ${formatPercent(each.probability)}`).join(' · ')}
        name={
          <>
            <Swatch label={label} /> {label ? <TaxonName label={label} /> : (card.labelText ?? '–')}
          </>
        }
      >
        <span className={styles.state} data-state={card.state}>
          {isWaiting && card.isUnlike ? texts.suggestions.isUnlike : `${texts.states[card.state]} · ${formatPercent(card.probability)}`}
        </span>
      </CardCaption>
    </CardCell>
  )
})
