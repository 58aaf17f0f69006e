import { type KeyboardEvent, type Ref, useImperativeHandle } from 'react'
import type { SimilarPage } from '../../../shared/contracts/ai.ts'
import { headerHeightPx } from '../../../shared/limits.ts'
import type { LabelIndex } from '../../annotation/label-index.ts'
import { Swatch } from '../../annotation/swatch.tsx'
import { patchOutline } from '../../imagery/patch-outline.ts'
import { PatchPicture } from '../../imagery/patch-picture.tsx'
import { CardCaption, CardCell, CardCheck, CardFrame, CardGrid } from '../../ui/card-grid.tsx'
import type { CardIndex } from '../../ui/card-index.ts'
import { formatNumber } from '../../ui/format.ts'
import { layOut } from '../../ui/grid-layout.ts'
import { TaxonName } from '../../ui/taxon-name.ts'
import { useCardGrid } from '../../ui/use-card-grid.ts'
import styles from './ai.module.css'
import type { GridHandle } from './suggestion-grid.tsx'
import { texts } from './texts.ts'

const { similar: words } = texts

interface SimilarGridProps {
  cards: CardIndex<SimilarPage['items'][number]>
  labelIndex: LabelIndex
  selection: { ids: ReadonlySet<string>; toggle(id: string): void; add(ids: readonly string[]): void }
  onOpen(index: number): void
  ref: Ref<GridHandle>
}

const sizes = { narrowest: 136, gap: 12, pictureShare: 1, captionHeight: 48 }
const covered = { above: headerHeightPx + 16, below: 96 }

/** Similar crops, as a grid that scrolls with the page. */
// Long: one grid and its cells.
export function SimilarGrid({ cards, labelIndex, selection, onOpen, ref }: SimilarGridProps) {
  const count = cards.length
  const grid = useCardGrid({ cards, count, selection, layOut: width => layOut(width, sizes), overscan: 3, covered, onRange: () => {} })
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
    <CardGrid grid={grid} label={words.grid} selectable selecting={selection.ids.size > 0} onKeyDown={keyDown}>
      {index => {
        const card = cards.at(index)
        if (!card) return <CardCell index={index} active={index === active} />
        const label = card.labelId === null ? undefined : labelIndex.get(card.labelId)
        const isChosen = selection.ids.has(card.id)
        return (
          <CardCell
            index={index}
            active={index === active}
            aria-selected={isChosen}
            onClick={event => select(index, event.shiftKey)}
            onDoubleClick={() => onOpen(index)}
          >
            <CardFrame className={styles.crop}>
              <PatchPicture
                key={card.id}
                annotationId={card.id}
                revision={card.revision}
                outline={{ path: patchOutline(card), colour: `rgb(${labelIndex.colourOf(card.labelId).join()})` }}
              />
              <CardCheck checked={isChosen} />
            </CardFrame>
            <CardCaption
              tip={card.fileName}
              name={
                <>
                  <Swatch label={label} /> {label ? <TaxonName label={label} /> : words.unlabelled}
                </>
              }
            >
              <span className={styles.state}>{words.similarity(formatNumber(card.similarity, 2))}</span>
            </CardCaption>
          </CardCell>
        )
      }}
    </CardGrid>
  )
}
