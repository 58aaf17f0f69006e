import type { Ref } from 'react'
import type { SimilarPage } from '../../../../shared/contracts/ai.ts'
import { headerHeightPx } from '../../../../shared/limits.ts'
import type { LabelIndex } from '../../../annotation/label-index.ts'
import { Swatch } from '../../../annotation/swatch.tsx'
import { type GridHandle, useCropGrid } from '../../../annotation/use-crop-grid.ts'
import { patchOutline } from '../../../imagery/patch-outline.ts'
import { PatchPicture } from '../../../imagery/patch-picture.tsx'
import { CardCaption, CardCell, CardCheck, CardFrame, CardGrid } from '../../../ui/card-grid.tsx'
import type { CardIndex } from '../../../ui/card-index.ts'
import { formatNumber } from '../../../ui/format.ts'
import { TaxonName } from '../../../ui/taxon-name.ts'
import styles from '../ai.module.css'
import { texts } from '../texts.ts'
import type { Chosen } from '../use-chosen.ts'

const { similar: words } = texts

interface SimilarGridProps {
  cards: CardIndex<SimilarPage['items'][number]>
  labelIndex: LabelIndex
  selection: Chosen
  onOpen(index: number): void
  ref: Ref<GridHandle>
}

const covered = { above: headerHeightPx + 16, below: 96 }

/** Grid of similar crops that scrolls with the page. */
// Long: one grid and its cells.
export function SimilarGrid({ cards, labelIndex, selection, onOpen, ref }: SimilarGridProps) {
  const { grid, keyDown } = useCropGrid({ cards, count: cards.length, selection, covered, onOpen, ref })
  const { active, select } = grid

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
